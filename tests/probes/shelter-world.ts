/** The animal shelter with the people whom its probes name, and the ways to bring an animal or an application into a state. */
import { join } from "node:path";
import { root } from "../nonet-process.ts";
import type { Answer } from "../api-client.ts";
import { ok, picture, stage, type Stage, type World } from "./world.ts";

export const specification = join(root, "examples/shelter/shelter.md");

const people = {
  Max: ["Manager"],
  Cora: ["Caretaker"],
  Dan: ["Caretaker"],
  Vera: ["Vet"],
  Vic: ["Volunteer"],
  Val: ["Volunteer"],
  Fay: ["Foster carer"],
  Ann: ["Adopter"],
  Bob: ["Adopter"],
} as const;
export type Name = keyof typeof people;
export type Shelter = World<Name>;

export const hookSecret = "a secret for payments";

export const shelterStage = (): Promise<Stage<Name>> =>
  stage({ document: specification, people, from: "2026-05-04 08:00", environment: { REGISTRY_TOKEN: "token", PAY_SECRET: hookSecret } });

type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns

export const read = (w: Shelter, who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
/** Runs an action, and lets what follows by itself happen. */
export async function act(w: Shelter, who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}
export const change = (w: Shelter, who: Name, path: string, values: Values): ReturnType<Shelter["as"][Name]> => w.as[who]("PATCH", `/api/${path}`, values, { "if-match": "*" });

let chips = 0;
export const newChip = (): string => `3720981000${String(10_000 + chips++)}`;

/** An animal that Cora takes in now. */
export async function takenIn(w: Shelter, more: Values = {}): Promise<Body> {
  return ok(w.as.Cora("POST", "/api/animals/take-in", { name: "Shadow", species: "cat", bornOn: "2022-05-01", origin: "surrendered", ...more }));
}

export async function treatments(w: Shelter, animal: string): Promise<Body[]> {
  const { items } = await read(w, "Vera", `treatments?limit=200`);
  return items.filter((one: Body) => one.animal.id === animal);
}

/** Gives the check-up and a vaccination today. */
export async function vaccinated(w: Shelter, animal: string): Promise<void> {
  for (const one of await treatments(w, animal)) if (one.state !== "given") await ok(act(w, "Vera", `treatments/${one.id}`, "give"));
  const today = (await ok(w.visitor("GET", "/rehearsal/clock"))).now.slice(0, 10) as string;
  const made = await ok(w.as.Cora("POST", "/api/treatments", { animal, kind: "vaccination", dueOn: today }));
  await ok(act(w, "Vera", `treatments/${made.id}`, "give"));
}

/** An animal in care, vaccinated, without a photo. */
export async function inCare(w: Shelter, more: Values = {}): Promise<Body> {
  const { id } = await takenIn(w, more);
  await vaccinated(w, id);
  return ok(act(w, "Vera", `animals/${id}`, "release-from-quarantine"));
}

/** An animal on the public page: adopters apply only for what they may see. */
export async function available(w: Shelter, more: Values = {}): Promise<Body> {
  const { id } = await inCare(w, { photo: await w.upload("Cora", picture), ...more });
  return ok(act(w, "Cora", `animals/${id}`, "put-up-for-adoption"));
}

export const apply = (w: Shelter, who: Name, animal: string): ReturnType<Shelter["as"][Name]> =>
  w.as[who]("POST", "/api/adoption-applications/apply", { animal, garden: true, reason: "We have a garden and lots of time." });

/** An application whose visit by Vic went well, so that it is to be decided. */
export async function toBeDecided(w: Shelter, animal: string, who: Name = "Ann", visitStart = "2026-06-01T08:00:00Z"): Promise<string> {
  const { id } = await ok(apply(w, who, animal));
  await ok(act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Vic, startsAt: visitStart }));
  const { items } = await read(w, "Cora", "home-visits?limit=200");
  const visit = items.find((one: Body) => one.application.id === id);
  await ok(change(w, "Vic", `home-visits/${visit.id}`, { result: "good" }));
  return id;
}

export async function approved(w: Shelter, animal: string, who: Name = "Ann", visitStart?: string): Promise<string> {
  const id = await toBeDecided(w, animal, who, visitStart);
  await ok(act(w, "Cora", `adoption-applications/${id}`, "approve"));
  await ok(act(w, "Max", `adoption-applications/${id}`, "approve"));
  return id;
}

export async function feesOf(w: Shelter, animal: string): Promise<Body[]> {
  const { items } = await read(w, "Max", "fees?limit=200");
  return items.filter((one: Body) => one.animal.id === animal);
}

export const stateOf = async (w: Shelter, path: string, who: Name = "Max"): Promise<string> => (await read(w, who, path)).state;
