/** The public address: NONET_ADDRESS, its certificate, the proxy in front, and what it must not disclose. */
import { connect } from "node:tls";
import { type Finding, named, ok, problem, skipped, warning } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const patience = 10_000;
const certificateDays = 14;

export async function checkAddress(environment: Environment): Promise<readonly Finding[]> {
  const address = environment["NONET_ADDRESS"];
  const check = "address";
  if (!address)
    return named(
      check,
      warning(
        "NONET_ADDRESS isn't set: cookies aren't limited to HTTPS, and requests for any host are answered.",
        "Set NONET_ADDRESS to the public address, such as https://desk.example.com.",
      ),
    );
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return named(check, problem(`NONET_ADDRESS is no web address: ${address}`, "Write it like https://desk.example.com."));
  const url = new URL(address);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  const insecure =
    url.protocol === "http:" && !isLocal
      ? [problem("NONET_ADDRESS isn't https: passwords and sessions can be read on the way.", "Put a proxy with TLS in front (docs/deploy.md).")]
      : [];
  const proxies =
    environment["NONET_TRUSTED_PROXIES"] || isLocal
      ? []
      : [
          warning(
            "NONET_TRUSTED_PROXIES isn't set: behind a proxy, all people share its IP address for limits and failed sign-ins.",
            "Set it to the proxy's address, such as 127.0.0.1.",
          ),
        ];
  const settings = [...insecure, ...proxies];
  return [
    ...named(check, ...(settings.length > 0 ? settings : [ok(`${address} is set.`)])),
    ...(url.protocol === "https:" ? named("certificate", await certificateOf(url)) : []),
    ...named("reach", ...(await reach(url.origin))),
  ];
}

/** Verified against the certificate authorities of this machine, as browsers do. */
function certificateOf({ hostname, port }: URL): Promise<ReturnType<typeof ok>> {
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: patience }, () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000);
      socket.destroy();
      done(days < certificateDays ? warning(`The certificate ends in ${days} days.`, "Check why it isn't renewed.") : ok(`The certificate is valid for ${days} days.`));
    });
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
    socket.on("error", (error) => done(problem(`There is no valid certificate for ${hostname}: ${error.message}.`, "Check the proxy's certificate and the name of the host.")));
  });
}

async function reach(origin: string): Promise<ReturnType<typeof ok>[]> {
  const get = (path: string): Promise<Response | null> => fetch(`${origin}${path}`, { signal: AbortSignal.timeout(patience) }).catch(() => null);
  const health = await get("/healthz");
  if (!health) return [skipped(`${origin} doesn't answer from here. It does once the product runs and the name leads to it.`)];
  if (health.status !== 200) return [problem(`${origin}/healthz answers with ${health.status}.`, "Start the product, and check where the proxy sends requests.")];
  const metrics = await get("/metrics");
  return metrics?.status === 200
    ? [problem(`${origin}/metrics discloses the metrics to everybody.`, "Set NONET_METRICS_TOKEN, or let the proxy refuse /metrics.")]
    : [ok(`${origin} answers.`)];
}
