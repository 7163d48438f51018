/** Takes the gallery of one example: as a visitor, as a person of each role and as the owner, in each scheme, on each device. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { asker, type Place, signIn as signInByRequest } from "../../apps/cli/src/demo/visitor.ts";
import type { ProductData } from "@nonet/screens";
import { signIn, visit, type Person } from "../browser/open-browser.ts";
import { type FilledExample, runFilled } from "./filled-example.ts";
import type { Device, GalleryOptions, Scheme } from "./gallery-options.ts";
import { type Shot, shotsFor } from "./shots.ts";
import { placeOf, takeShot } from "./take-shot.ts";

interface Actor {
  readonly role: string;
  /** Null for a visitor. */
  readonly email: string | null;
}

const sizes: Readonly<Record<Device, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1360, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** `say` hears of each person's pictures. */
export async function takeGallery(browser: Browser, example: string, options: GalleryOptions, say: (line: string) => void, data: readonly string[] = []): Promise<void> {
  const product = await runFilled(example, options.empty, data);
  const shown = new Set<string>();
  try {
    for (const actor of await actorsOf(product.place)) {
      if (options.roles && !options.roles.includes(actor.role)) continue;
      const shots = await shotsOf(product.place, actor, shown, options);
      for (const scheme of options.schemes) for (const device of options.devices) say(await takeAll({ browser, product, example, actor, scheme, device, shots, options }));
    }
  } finally {
    await product.stop();
  }
}

async function actorsOf(place: Place): Promise<readonly Actor[]> {
  const people: readonly { readonly email: string; readonly role: string }[] = (await asker(place)("GET", "/rehearsal/people")).body;
  return [{ role: "anyone", email: null }, ...people.map(({ email, role }) => ({ email, role: email === "owner@example.test" ? "Owner" : role }))];
}

async function shotsOf(place: Place, { email }: Actor, shown: Set<string>, { screens, asOpened }: GalleryOptions): Promise<readonly Shot[]> {
  const visitor = email === null ? null : await signInByRequest(place, email, "rehearsal");
  const ask = visitor?.ask ?? asker(place);
  const product: ProductData = visitor?.sees ?? (await ask("GET", "/api/product")).body;
  const shots = await shotsFor(product, ask, email !== null, email === "owner@example.test", shown);
  return shots.filter(({ screen, state }) => (!screens || screens.includes(screen)) && (!asOpened || state === ""));
}

interface Taking {
  readonly browser: Browser;
  readonly product: FilledExample;
  readonly example: string;
  readonly actor: Actor;
  readonly scheme: Scheme;
  readonly device: Device;
  readonly shots: readonly Shot[];
  readonly options: GalleryOptions;
}

async function takeAll({ browser, product: { address, place: api }, example, actor, scheme, device, shots, options }: Taking): Promise<string> {
  const place = { example, role: options.empty ? `${actor.role} without records` : actor.role, scheme, device };
  const { out, again } = options;
  const open = shots.filter((shot) => shot.address !== null && (again || !existsSync(join(out, `${placeOf(place, shot)}.json`))));
  const unreachable = [...new Set(shots.filter((shot) => shot.address === null).map(({ screen }) => screen))];
  let problems = 0;
  if (open.length > 0) {
    const more = { ...sizes[device], colorScheme: scheme, api: typeof api === "string" ? "/api" : api("/api/-").slice(address.length, -"/-".length) };
    const person: Person = actor.email === null ? await visit(browser, address, [], more) : await signIn(browser, address, actor.email, [], more);
    for (const shot of open) {
      const { findings, errors } = await takeShot(person.page, address, place, shot, out);
      problems += findings.length + errors.length;
    }
    await person.context.close();
  }
  const without = unreachable.length > 0 ? `; no address for ${unreachable.join(", ")}` : "";
  return `${example}, ${place.role}, ${scheme}, ${device}: ${open.length} of ${shots.length} taken, ${problems} problems${without}`;
}
