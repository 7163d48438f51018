/**
 * Keeps requests whose host comes from data away from the network that the product runs in: a person could otherwise read
 * a cloud's metadata or an internal service through the product (server-side request forgery).
 *
 * A name is resolved once, every address that it resolves to is checked, and the connection is made to a checked address,
 * so that a second answer of the name server can't lead elsewhere (DNS rebinding).
 */
import { lookup as lookupAll, type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";
import { Agent } from "undici";

/** The special-purpose registries of IANA (RFC 6890): everything that isn't a public unicast address. */
const ipv4 = ["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24"];
const moreIpv4 = ["192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"];
/** IPv4-mapped addresses are compared with the IPv4 ranges. Others that carry an IPv4 address (NAT64, 6to4, Teredo) are refused whatever it is. */
const ipv6 = ["::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32", "2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"];

const internal = blockListOf([...ipv4, ...moreIpv4], ipv6);

function blockListOf(four: readonly string[], six: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [ranges, family] of [[four, "ipv4"] as const, [six, "ipv6"] as const])
    for (const range of ranges) {
      const [network, bits] = range.split("/") as [string, string];
      list.addSubnet(network, Number(bits), family);
    }
  return list;
}

/** Whether an IP address is none of the public internet. */
export const isInternal = (address: string): boolean => internal.check(address.split("%")[0]!, isIP(address) === 6 ? "ipv6" : "ipv4");

export class InternalAddress extends Error {}

/** The hosts that `NONET_ALLOW_HOSTS` names, in the form of `URL.hostname`. */
export const allowedHosts = (environment: Readonly<Record<string, string | undefined>>): ReadonlySet<string> =>
  new Set((environment["NONET_ALLOW_HOSTS"] ?? "").split(",").flatMap((name) => hostnameOf(`http://${name.trim()}/`) ?? []));

/** Decimal, octal, hexadecimal and shortened IPv4 addresses are in their usual form here, as the URL standard says. */
function hostnameOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, "").toLowerCase() || null : null;
}

/** Null where the host is allowed by name, or the address is no web address, which the request itself will find. */
export function guardFor(address: string, allowed: ReadonlySet<string>): Agent | null {
  const host = hostnameOf(address);
  if (host === null || allowed.has(host)) return null;
  const literal = host.replace(/^\[|\]$/g, "");
  // A connection to a literal address isn't looked up.
  if (isIP(literal) !== 0 && isInternal(literal)) throw new InternalAddress(host);
  return publicOnly;
}

type Looked = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

function lookupPublic(hostname: string, options: LookupOptions, done: Looked): void {
  lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
    const inside = addresses?.find(({ address }) => isInternal(address));
    if (error) done(error, []);
    else if (inside || addresses.length === 0) done(new InternalAddress(hostname), []);
    else if (options.all) done(null, addresses);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  });
}

/** Its connections are its own: one to an internal host that the document names can't be used again for data. */
const publicOnly = new Agent({ connect: { lookup: lookupPublic } });
