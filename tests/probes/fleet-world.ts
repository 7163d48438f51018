/** The fleet with the people and vehicles of its probes, and the ways to bring a trip or an order into a state. */
import { join } from "node:path";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { ok, picture, stage, type Stage, type World } from "./world.ts";

export const specification = join(root, "examples/fleet/fleet.md");

const people = {
  Ada: ["Driver"],
  Bo: ["Driver"],
  Dora: ["Dispatcher"],
  Will: ["Workshop clerk"],
  Fay: ["Fleet manager"],
  Ann: ["Accountant"],
  Fritz: ["Finance director"],
} as const;
export type Name = keyof typeof people;
export type Fleet = World<Name>;
type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns

export const telemetryKey = "a key of the devices";

export const fleetStage = (): Promise<Stage<Name>> =>
  stage({ document: specification, people, from: "2026-02-28 08:00", environment: { TELEMETRY_KEY: telemetryKey, INSURER_TOKEN: "token" } });

export const read = (w: Fleet, who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
export const make = (w: Fleet, who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
export const change = (w: Fleet, who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("PATCH", `/api/${path}`, values, { "if-match": "*" });

/** Runs an action, and lets what follows by itself happen. */
export async function act(w: Fleet, who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}

export interface Vehicles {
  readonly van: string;
  readonly truck: string;
}

/** The common ground: two vehicles, and licences of class B until the end of 2027 for both drivers. */
export async function common(w: Fleet): Promise<Vehicles> {
  const vehicle = async (plate: string, category: string, more: Values = {}): Promise<string> =>
    (await ok(make(w, "Dora", "vehicles", { plate, model: "Kangoo", category, depot: "Hamburg", ...more }))).id;
  const vehicles = { van: await vehicle("HH-NK 12", "van", { deviceNumber: "dev-7" }), truck: await vehicle("HH-NK 13", "light truck") };
  for (const who of ["Ada", "Bo"] as const) await licence(w, who, "B", "2027-12-31");
  return vehicles;
}

export async function licence(w: Fleet, holder: Name, kind: string, validUntil: string): Promise<string> {
  return (await ok(make(w, "Dora", "licences", { holder: w.id[holder], class: kind, validUntil, scan: [await w.upload("Dora", picture)] }))).id;
}

/** Berlin's time of a day of the common ground's spring; summer time from 29 March. */
export const berlin = (local: string): string => `${local.replace(" ", "T")}:00+${local < "2026-03-29" ? "01" : "02"}:00`;

export const plan = (w: Fleet, who: Name, vehicle: string, driver: Name, from: string, to: string): Promise<Answer> =>
  make(w, who, "assignments/plan", { vehicle, driver: w.id[driver], startsAt: berlin(from), endsAt: berlin(to) });

export const inspect = (w: Fleet, who: Name, vehicle: string, points: readonly string[] = ["brakes", "lights", "tyres"], defective?: string): Promise<Answer> =>
  make(w, who, "inspections", {
    vehicle,
    checks: points.map((point) => (point === defective ? { point, result: "defective", comment: `${point} squeal` } : { point, result: "fine" })),
  });

/** A trip of Ada's that begins now in the van, which is hers for the day. */
export async function onTheRoad(w: Fleet, { van }: Vehicles, from: string, to: string, startKm = 0): Promise<{ assignment: string; trip: string }> {
  const { id: assignment } = await ok(plan(w, "Dora", van, "Ada", from, to));
  await w.clock(from);
  await ok(inspect(w, "Ada", van));
  const { id: trip } = await ok(make(w, "Ada", "trips/start", { assignment, startKm }));
  return { assignment, trip };
}

/** An order for which the garage has quoted. */
export async function quoted(w: Fleet, vehicle: string, unitPrice: string, more: Values = {}): Promise<string> {
  const { id } = await ok(make(w, "Will", "workshop-orders", { vehicle, garage: "Meyer", garageEmail: "meyer@probes.test", workWanted: "Gearbox", ...more }));
  await ok(act(w, "Will", `workshop-orders/${id}`, "ask-for-quote"));
  await ok(change(w, "Will", `workshop-orders/${id}`, { quoteLines: [{ description: "Gearbox", quantity: "1", unitPrice }] }));
  await ok(act(w, "Will", `workshop-orders/${id}`, "submit-quote"));
  return id;
}

export const stateOf = async (w: Fleet, path: string, who: Name = "Fay"): Promise<string> => (await read(w, who, path)).state;

export const order = (id: string): string => `workshop-orders/${id}`;

/** The name of the first field that an error is about. */
export const atField = ({ body }: Answer): unknown => body.errors[0].field;

/** The headers of the garage that got the last link. */
export async function garage(w: Fleet): Promise<Readonly<Record<string, string>>> {
  const mail = (await w.mails()).filter(({ to }) => to === "meyer@probes.test").at(-1)!;
  return { authorization: `Link ${/https?:\/\/\S+\/link\/([\w-]+)/.exec(mail.body)![1]}` };
}
