/** The animal shelter's probes of decisions, permissions and calls, by their numbers, over the API of a product in rehearsal. */
import { createHmac } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import {
  act,
  apply,
  approved,
  available,
  change,
  feesOf,
  hookSecret,
  inCare,
  type Name,
  newChip,
  read,
  type Shelter,
  shelterStage,
  stateOf,
  toBeDecided,
} from "./shelter-world.ts";
import { ok, picture, refused, type Stage } from "./world.ts";

let at: Stage<Name>;
let w: Shelter;
beforeAll(async () => {
  at = await shelterStage();
});
afterEach(() => w?.close());

describe("decisions and permissions", () => {
  test("22 Two different people, and not the visitor", async () => {
    w = await at.open("2026-06-01 09:00");
    await ok(w.owner("PATCH", `/api/-/people/${w.id.Dan}`, { roles: ["Caretaker", "Volunteer"] }));
    const { id: animal } = await available(w);
    const { id } = await ok(apply(w, "Ann", animal));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Dan, startsAt: "2026-06-01T08:00:00Z" }));
    const [visit] = (await read(w, "Cora", "home-visits")).items;
    await ok(change(w, "Dan", `home-visits/${visit.id}`, { result: "good" }));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "approve"));
    await act(w, "Cora", `adoption-applications/${id}`, "approve");
    expect(await stateOf(w, `adoption-applications/${id}`)).toBe("to be decided");
    const dans = await act(w, "Dan", `adoption-applications/${id}`, "approve");
    expect(dans.status).toBe(403);
    expect(dans.body.detail).toMatch(/visit/i);
    const without = await act(w, "Dan", `adoption-applications/${id}`, "reject", {});
    expect([without.status >= 400, without.body.errors[0].field]).toEqual([true, "why"]);
    await ok(act(w, "Max", `adoption-applications/${id}`, "approve"));
    expect(await stateOf(w, `adoption-applications/${id}`)).toBe("approved");
    const { id: second } = await available(w);
    const bobs = await toBeDecided(w, second, "Bob", "2026-06-02T08:00:00Z");
    await ok(act(w, "Dan", `adoption-applications/${bobs}`, "reject", { why: "No room." }));
    expect(await stateOf(w, `adoption-applications/${bobs}`)).toBe("rejected");
  });

  test("23 The public page", async () => {
    w = await at.open("2026-06-01 09:00");
    const photo = await w.upload("Cora", picture);
    const shown = await available(w, { photo, surrenderedBy: "Mrs Doyle" });
    await available(w, { photo: null });
    const hidden = await inCare(w, { photo, chipNumber: newChip() });
    const { items } = await ok(w.visitor("GET", "/api/animals?screen=Animals%20to%20adopt"));
    expect(items.map((one: { id: string }) => one.id)).toEqual([shown.id]);
    const keys = new Set(Object.keys(items[0]));
    for (const key of ["number", "name", "species", "bornOn", "ageInMonths", "photo", "description", "feeAsked", "availableSince", "state"]) expect(keys, key).toContain(key);
    for (const key of ["kennel", "chipNumber", "fosterHome", "surrenderedBy", "origin", "holdUntil"]) expect(keys, key).not.toContain(key);
    const unknown = await refused(w.visitor("GET", "/api/animals?nonsense=1"), 400);
    for (const key of ["chipNumber", "kennel"]) {
      const filtered = await refused(w.visitor("GET", `/api/animals?${key}=1`), 400);
      expect(filtered.body.detail.replaceAll(key, "nonsense")).toBe(unknown.body.detail);
      await refused(w.visitor("GET", `/api/animals?sort=${key}`), 400);
    }
    const [theirs, none] = [await w.visitor("GET", `/api/animals/${hidden.number}`), await w.visitor("GET", "/api/animals/A-2026-9999")];
    expect([theirs.status, JSON.stringify(theirs.body).replaceAll(hidden.number, "N")]).toEqual([404, JSON.stringify(none.body).replaceAll("A-2026-9999", "N")]);
  });

  test("24 The volunteer and the chip", async () => {
    w = await at.open("2026-06-01 09:00");
    const home = await ok(w.as.Max("POST", "/api/foster-homes", { carer: w.id.Fay, address: "1 Mill Lane", places: 1 }));
    const { id: kennel } = await ok(w.as.Max("POST", "/api/kennels", { name: "D1", wing: "dog house", capacity: 2 }));
    const chip = newChip();
    const { id, number } = await available(w, { chipNumber: chip });
    const { id: placement } = await ok(w.as.Cora("POST", "/api/foster-placements/offer", { animal: id, fosterHome: home.id, startsOn: "2026-06-01", endsOn: "2026-06-30" }));
    await ok(act(w, "Fay", `foster-placements/${placement}`, "accept"));
    expect((await read(w, "Max", `animals/${id}`)).fosterHome.id).toBe(home.id);
    const one = await read(w, "Vic", `animals/${id}`);
    const list = await read(w, "Vic", "animals?screen=Kennels");
    const exported = await w.as.Vic("GET", "/api/animals/export");
    for (const text of [JSON.stringify(one), JSON.stringify(list), String(exported.body)]) {
      expect(text).not.toContain(chip);
      expect(text).not.toContain("Fay");
    }
    expect(String(exported.body)).toContain(number);
    await refused(w.as.Vic("GET", `/api/animals?chipNumber=${chip}`), 400);
    expect((await read(w, "Vic", `animals?search=${chip}`)).items).toEqual([]);
    await refused(change(w, "Vic", `animals/${id}`, { kennel }), 403);
    const application = await approved(w, id);
    await ok(act(w, "Cora", `fees/${(await feesOf(w, id))[0].id}`, "take-cash"));
    await w.answers({ call: "Registry transfer", status: 204 });
    await ok(act(w, "Cora", `adoption-applications/${application}`, "hand-over"));
    await refused(w.as.Vic("GET", `/api/animals/${id}`), 404);
  });

  test("25 Ann and her visit", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    const { id } = await ok(apply(w, "Ann", animal));
    await ok(act(w, "Cora", `adoption-applications/${id}`, "plan-a-visit", { visitor: w.id.Vic, startsAt: "2026-06-03T16:00:00Z" }));
    const [visit] = (await read(w, "Cora", "home-visits")).items;
    await ok(change(w, "Vic", `home-visits/${visit.id}`, { result: "good", notes: "A big garden." }));
    const seen = await read(w, "Ann", `home-visits/${visit.id}`);
    expect(seen.startsAt).toContain("2026-06-03");
    expect(JSON.stringify(seen)).not.toContain("Vic");
    expect(Object.keys(seen)).not.toContain("result");
    expect(Object.keys(seen)).not.toContain("notes");
    const history = await w.as.Ann("GET", `/api/home-visits/${visit.id}/history`);
    expect(JSON.stringify(history.body)).not.toMatch(/"good"|big garden/);
    await refused(w.as.Ann("GET", "/api/home-visits?result=good"), 400);
    for (const path of [`adoption-applications/${id}`, `home-visits/${visit.id}`]) await refused(w.as.Bob("GET", `/api/${path}`), 404);
    await read(w, "Vic", `adoption-applications/${id}`);
    await ok(change(w, "Cora", `home-visits/${visit.id}`, { visitor: w.id.Val }));
    await refused(w.as.Vic("GET", `/api/adoption-applications/${id}`), 404);
    for (const who of ["Cora", "Max"] as const) await ok(act(w, who, `adoption-applications/${id}`, "approve"));
    const [fee] = await feesOf(w, animal);
    await read(w, "Ann", `fees/${fee.id}`);
    await refused(w.as.Bob("GET", `/api/fees/${fee.id}`), 404);
  });

  test("26 Somebody who fosters and adopts", async () => {
    w = await at.open("2026-06-01 09:00");
    await ok(w.owner("PATCH", `/api/-/people/${w.id.Fay}`, { roles: ["Foster carer", "Adopter"] }));
    const made = await apply(w, "Fay", (await available(w)).id);
    expect(made.status).toBe(201);
    const [id] = (await read(w, "Max", "adoption-applications")).items.map((one: { id: string }) => one.id);
    await refused(w.as.Fay("GET", `/api/adoption-applications/${id}`), 404);
  });
});

describe("calls", () => {
  const signed = (body: string, secret = hookSecret): Readonly<Record<string, string>> => ({ "x-signature": createHmac("sha256", secret).update(body).digest("hex") });
  const pay = async (body: Readonly<Record<string, unknown>>, secret?: string): Promise<Answer> => w.visitor("POST", "/hooks/payments", body, signed(JSON.stringify(body), secret));

  test("27 Payments", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w);
    await approved(w, animal);
    const [fee] = await feesOf(w, animal);
    const paid = { id: "p1", reference: fee.number, amount: Number(fee.amount) };
    expect((await pay(paid, "another secret")).status).toBe(401);
    await refused(pay({ ...paid, reference: "F-2026-99999" }), 404, "UNKNOWN_FEE");
    await refused(pay({ ...paid, id: "p0", amount: Number(fee.amount) - 0.01 }), 422, "WRONG_AMOUNT");
    expect(await stateOf(w, `fees/${fee.id}`)).toBe("open");
    const first = await pay(paid);
    expect([first.status, first.body]).toEqual([200, { received: true }]);
    const settled = await read(w, "Max", `fees/${fee.id}`);
    expect([settled.state, settled.paidAt !== null]).toEqual(["paid", true]);
    const again = await pay(paid);
    expect([again.status, again.body]).toEqual([200, { received: true }]);
    const other = await pay({ ...paid, id: "p2" });
    expect([other.status, JSON.stringify(other.body)]).toEqual([200, expect.stringContaining("ALREADY_PAID")]);
    const { id: second } = await available(w);
    const application = await approved(w, second, "Bob", "2026-06-01T11:00:00Z");
    await ok(act(w, "Bob", `adoption-applications/${application}`, "withdraw"));
    const [cancelled] = await feesOf(w, second);
    expect(cancelled.state).toBe("cancelled");
    expect((await pay({ id: "p3", reference: cancelled.number, amount: Number(cancelled.amount) })).status).toBe(409);
  });

  test("28 The chip registry is silent", async () => {
    w = await at.open("2026-06-01 09:00");
    const { id: animal } = await available(w, { chipNumber: newChip() });
    const other = await ok(apply(w, "Bob", animal));
    const id = await approved(w, animal);
    await refused(act(w, "Cora", `adoption-applications/${id}`, "hand-over"), 409, "FEE_NOT_PAID");
    expect(await w.calls()).toEqual([]);
    await ok(act(w, "Cora", `fees/${(await feesOf(w, animal))[0].id}`, "take-cash"));
    for (const script of [{ status: 503 }, { status: "timeout" }]) {
      await w.answers({ call: "Registry transfer", ...script });
      await refused(act(w, "Cora", `adoption-applications/${id}`, "hand-over"), 502, "REGISTRY_DOWN");
      expect([await stateOf(w, `adoption-applications/${id}`), await stateOf(w, `animals/${animal}`), await stateOf(w, `adoption-applications/${other.id}`)]).toEqual([
        "approved",
        "reserved",
        "submitted",
      ]);
    }
    expect((await w.mails()).filter(({ to, subject }) => to === "bob@probes.test" && subject.startsWith("About"))).toEqual([]);
    await w.answers({ call: "Registry transfer", status: 204 });
    await ok(act(w, "Cora", `adoption-applications/${id}`, "hand-over"));
    expect([await stateOf(w, `adoption-applications/${id}`), await stateOf(w, `animals/${animal}`), await stateOf(w, `adoption-applications/${other.id}`)]).toEqual([
      "completed",
      "adopted",
      "closed",
    ]);
    const sent = (await w.calls()).filter(({ call }) => call === "Registry transfer").at(-1)!;
    expect(JSON.stringify(sent.body)).toContain("keeper name");
    const { id: plain } = await available(w);
    const unchipped = await approved(w, plain, "Bob", "2026-06-02T08:00:00Z");
    await ok(act(w, "Cora", `fees/${(await feesOf(w, plain))[0].id}`, "take-cash"));
    const before = (await w.calls()).length;
    await ok(act(w, "Cora", `adoption-applications/${unchipped}`, "hand-over"));
    expect(await w.calls()).toHaveLength(before);
  });

  test("29 Lost and found from end to end", async () => {
    w = await at.open("2026-06-01 09:00");
    const report = {
      kind: "lost",
      species: "cat",
      whatItLooksLike: "Black with a white paw",
      place: "53.3, -6.2",
      seenOn: "2026-05-31",
      reporterName: "Rita",
      reporterEmail: "rita@probes.test",
    };
    await ok(w.visitor("POST", "/api/lost-and-found-reports/report", report));
    const [mail] = (await w.mails()).filter(({ to }) => to === "rita@probes.test");
    const link = /https?:\/\/\S+\/link\/([\w-]+)/.exec(mail!.body);
    expect(link).not.toBe(null);
    const bearer = { authorization: `Link ${link![1]}` };
    const { id } = (await read(w, "Cora", "lost-and-found-reports")).items[0];
    const path = `/api/lost-and-found-reports/${id}`;
    const listed = async (): Promise<string> => JSON.stringify((await ok(w.visitor("GET", "/api/lost-and-found-reports"))).items);
    expect(await listed()).toBe("[]");
    const correct = (whatItLooksLike: string): Promise<Answer> => w.visitor("PATCH", path, { whatItLooksLike }, { ...bearer, "if-match": "*" });
    await ok(correct("Black with two white paws"));
    await ok(act(w, "Cora", `lost-and-found-reports/${id}`, "publish"));
    expect((await correct("Grey all over")).status).toBe(403);
    expect(await listed()).toContain("two white paws");
    expect(await listed()).not.toMatch(/Rita|rita/);
    await ok(w.visitor("POST", `${path}/add-a-sighting`, { seenAt: "2026-06-01T07:00:00Z", where: "At the mill", contact: "sid@probes.test" }));
    const contactFor = async (asked: Promise<Answer>): Promise<boolean> => JSON.stringify((await asked).body).includes("sid@probes.test");
    for (const asked of [w.as.Cora("GET", path), w.as.Max("GET", path), w.visitor("GET", path, undefined, bearer)]) expect(await contactFor(asked)).toBe(true);
    for (const asked of [w.visitor("GET", path), w.as.Ann("GET", path), w.visitor("GET", "/api/sightings")]) expect(await contactFor(asked)).toBe(false);
    await w.clock("2026-07-01 09:00:01");
    expect(await stateOf(w, `lost-and-found-reports/${id}`)).toBe("expired");
    await ok(w.visitor("POST", `${path}/extend`, {}, bearer));
    await w.clock("2026-07-31 09:00:00");
    expect(await stateOf(w, `lost-and-found-reports/${id}`)).toBe("published");
    await w.clock("2026-07-31 09:00:02");
    expect(await stateOf(w, `lost-and-found-reports/${id}`)).toBe("expired");
    await ok(w.visitor("POST", `${path}/close`, {}, bearer));
    await w.clock("2027-02-02 10:00");
    const archived = await read(w, "Max", `lost-and-found-reports/${id}`);
    expect([archived.state, archived.reporterName, archived.reporterEmail]).toEqual(["archived", null, null]);
    expect(JSON.stringify(await read(w, "Max", `lost-and-found-reports/${id}/history`))).not.toMatch(/Rita|rita@/);
  });
});
