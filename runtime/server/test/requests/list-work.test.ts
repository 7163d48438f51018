/** What screens ask of lists, over HTTP: filters of every kind, forgiving searches, groups with totals, whole-list batches, records behind numbers, saved views. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Studio

## 1. What the product does and for whom

- **Name**: Studio
- **Time zone**: Pacific/Auckland

For whom:

- **Clerk** — works
- **Guest** — looks

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Hires | list of Hire | Clerk, Guest |
| /home | Home | dashboard | Clerk, Guest |
| /secret | Secret | list of Hire | Clerk |

### Hires

- Search: name, artist.name

### Home

- Number "Dear ones": \`count(Hire[fee > 10])\`
- Number "Secret ones": \`count(Hire[secret fee > 0])\`
- Number "Half": \`count(Hire) / 2\`
- Chart "Per artist": bars of \`count(Hire)\` by artist

## 3. Entities and their fields

### Artist

- name: text, required
- hidden: yes/no, default no

### Hire

- name: text, required
- artist: Artist
- clerk: User
- due: date
- seen: date and time
- fee: money in EUR
- secret fee: money in EUR

## 4. States and transitions

### Hire

Initial: open

| Action | From | To | Who |
|---|---|---|---|
| Close | open | closed | Clerk |

## 6. Roles and permissions

- **Clerk**
- **Guest**

| | Clerk | Guest |
|---|---|---|
| Artist | all | read where \`not(hidden)\` |
| Hire | all | read |
| Hire: secret fee | all | – |
`;

let served: Served;
let clerk: Client;
let guest: Client;
let artists: Record<string, string>;
const names = async (query: string, client = clerk): Promise<readonly string[]> => {
  const page = await client("GET", `/api/hires?screen=Hires&sort=name&${query}`);
  expect(page.body).toMatchObject({ items: expect.any(Array) });
  return page.body.items.map((item: { name: string }) => item.name);
};
const refusal = async (query: string, client = clerk): Promise<readonly unknown[]> => {
  const { status, body } = await client("GET", `/api/hires?${query}`);
  return [status, body.code, body.errors[0].field];
};

beforeAll(async () => {
  served = await serveProduct(specification);
  clerk = await served.person("clerk@example.test", "Clerk");
  guest = await served.person("guest@example.test", "Guest");
  const me = (await clerk("GET", "/api/me")).body.id;
  artists = {};
  for (const [name, hidden] of [
    ["Åkesson", false],
    ["Müller", false],
    ["Hidden Hand", true],
  ] as const)
    artists[name] = (await clerk("POST", "/api/artists", { name, hidden })).body.id;
  const today = new Date(Date.now()).toLocaleDateString("en-CA", { timeZone: "Pacific/Auckland" });
  for (const hire of [
    { name: "a projector", artist: artists["Åkesson"], clerk: me, due: today, fee: "2.50", secretFee: "1" },
    { name: "b projector", artist: artists["Müller"], due: "2020-03-31", seen: "2020-03-31T11:00:00Z", fee: "12.50" },
    { name: "c lamp, old", artist: artists["Hidden Hand"], due: "2020-04-01", fee: "20" },
    { name: "d lamp" },
  ])
    expect((await clerk("POST", "/api/hires", hire)).status).toBe(201);
}, 60_000);
afterAll(() => served.close());

describe("filters", () => {
  it("takes several values, empty ones, me, texts and relative dates", async () => {
    expect(await names(`artist.in=${artists["Müller"]},${artists["Hidden Hand"]}`)).toEqual(["b projector", "c lamp, old"]);
    expect(await names('name.in="c lamp, old",d lamp')).toEqual(["c lamp, old", "d lamp"]);
    expect(await names("due.empty=true")).toEqual(["d lamp"]);
    expect(await names("due.empty=false&fee.empty=false")).toEqual(["a projector", "b projector", "c lamp, old"]);
    expect(await names("clerk=me")).toEqual(["a projector"]);
    expect(await names("clerk=me", guest)).toEqual([]);
    expect(await names("name.contains=LÁMP")).toEqual(["c lamp, old", "d lamp"]);
    expect(await names("due.within=today")).toEqual(["a projector"]);
    expect(await names("due.within=this week")).toEqual(["a projector"]);
    expect(await names("due.within=past")).toEqual(["b projector", "c lamp, old"]);
    // 11:00Z is the first hour of April in Auckland.
    expect(await names("seen.from=2020-04-01&seen.within=past")).toEqual(["b projector"]);
  });

  it("refuses what it can't read, and what the reader may not read, without telling its values", async () => {
    expect(await refusal("due.within=soon")).toEqual([400, "malformed", "due.within"]);
    expect(await refusal("due.empty=perhaps")).toEqual([400, "malformed", "due.empty"]);
    expect(await refusal("artist.in=nobody")).toEqual([400, "malformed", "artist.in"]);
    expect(await refusal('name.in="a')).toEqual([400, "malformed", "name.in"]);
    expect(await refusal("name.within=today")).toEqual([400, "unknown-parameter", "name.within"]);
    for (const word of ["in=1", "empty=true", "contains=1"]) expect((await refusal(`secretFee.${word}`, guest))[1]).toBe("unknown-parameter");
    // A record that the guest may not read is no value of theirs.
    expect(await names("artist.empty=true", guest)).toEqual(["c lamp, old", "d lamp"]);
    expect(await names(`artist.in=${artists["Hidden Hand"]}`, guest)).toEqual([]);
    expect(await names("artist.name.contains=hand", guest)).toEqual([]);
    expect(await names("artist.name.contains=hand")).toEqual(["c lamp, old"]);
  });
});

describe("search", () => {
  it("ignores accents and case, and finds similar words only where nothing contains the words", async () => {
    expect(await names("search=akesson")).toEqual(["a projector"]);
    expect(await names("search=MULLER")).toEqual(["b projector"]);
    expect(await names("search=100%25")).toEqual([]);
    const page = await clerk("GET", "/api/hires?sort=name&search=projetcor&limit=1&count=exact");
    expect(page.body).toMatchObject({ items: [{ name: "a projector" }], count: 2, similar: true });
    const next = await clerk("GET", `/api/hires?sort=name&search=projetcor&limit=1&after=${page.body.next}`);
    expect(next.body).toMatchObject({ items: [{ name: "b projector" }], next: null, similar: true });
    expect(await names("search=projetcor&limit=1&offset=1")).toEqual(["b projector"]);
    expect((await clerk("GET", "/api/hires?search=projector")).body.similar).toBeUndefined();
    expect(await names("search=hiden", guest)).toEqual([]);
  });
});

describe("groups and totals", () => {
  it("keeps groups together and counts them over all pages", async () => {
    const rows = (await clerk("GET", "/api/hires?group=artist&sort=name&fields=name")).body.items;
    expect(rows.map((r: { _group: string; name: string }) => [r._group, r.name])).toEqual([
      ["Hidden Hand", "c lamp, old"],
      ["Müller", "b projector"],
      ["Åkesson", "a projector"],
      [null, "d lamp"],
    ]);
    expect((await clerk("GET", "/api/hires?group=due.month&sort=name&limit=2")).body.items.map((r: { _group: string }) => r._group)).toEqual(["2020-03", "2020-04"]);
    expect((await clerk("GET", "/api/hires:totals?group=state&sum=fee,secretFee&due.within=past")).body).toEqual({
      count: 2,
      sums: { fee: "32.50", secretFee: null },
      notKnown: { secretFee: 2 },
      groups: [{ label: "open", count: 2, sums: { fee: "32.50", secretFee: null }, notKnown: { secretFee: 2 } }],
    });
  });

  it("shows a guest neither groups nor sums of what they may not read", async () => {
    expect((await guest("GET", "/api/hires:totals?group=artist")).body.groups.map((g: { label: string }) => g.label)).toEqual(["Müller", "Åkesson", null]);
    expect((await guest("GET", "/api/hires:totals?sum=secretFee")).body).toMatchObject({ status: 400, code: "unknown-field" });
    expect((await guest("GET", "/api/hires?group=secretFee")).body).toMatchObject({ status: 400, code: "unknown-field" });
    expect((await clerk("GET", "/api/hires:totals?limit=2")).body).toMatchObject({ status: 400, code: "unknown-parameter" });
    expect((await clerk("GET", "/api/hires:totals?sum=name")).body).toMatchObject({ status: 400, code: "malformed" });
  });

  it("starts at an offset", async () => {
    expect(await names("limit=2&offset=2")).toEqual(["c lamp, old", "d lamp"]);
    expect((await refusal("offset=-1"))[0]).toBe(400);
    expect(await refusal("offset=1&after=x")).toContain("offset");
  });
});

describe("records behind a number", () => {
  const behind = (element: string, client = clerk, more = ""): Promise<readonly string[]> => names(`dashboard=Home&element=${encodeURIComponent(element)}${more}`, client);

  it("lists what the number or the bar counts", async () => {
    expect(await behind("Dear ones")).toEqual(["b projector", "c lamp, old"]);
    expect(await behind("Per artist", clerk, `&label=${encodeURIComponent("Müller")}`)).toEqual(["b projector"]);
    expect(await behind("Per artist", guest, "&label=")).toEqual(["c lamp, old", "d lamp"]);
    expect(await behind("Per artist", guest, "&label=Hidden Hand")).toEqual([]);
  });

  it("discloses no more than the number", async () => {
    expect(await behind("Secret ones")).toEqual(["a projector"]);
    expect(await behind("Secret ones", guest)).toEqual([]);
    for (const element of ["Half", "Nothing"]) expect((await refusal(`dashboard=Home&element=${element}`))[1]).toBe("unknown-list");
  });
});

describe("batches over a whole list", () => {
  it("judges each record, and finds the records before it changes them", async () => {
    const closed = await clerk("POST", "/api/hires:batch", { action: "close", filter: { screen: "Hires", "due.within": "past" } });
    expect(closed.body.results.map((r: { ok: boolean }) => r.ok)).toEqual([true, true]);
    const again = await clerk("POST", "/api/hires:batch", { action: "close", filter: {} });
    expect(again.body.results.map((r: { ok: boolean }) => r.ok).sort()).toEqual([false, false, true, true]);
    const updated = await clerk("POST", "/api/hires:batch", { action: "update", filter: { "name.contains": "lamp" }, asked: { fee: "7" } });
    expect(updated.body.results).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await names("fee=7")).toEqual(["c lamp, old", "d lamp"]);
    expect((await guest("POST", "/api/hires:batch", { action: "update", filter: {}, asked: { fee: "8" } })).body.results.every((r: { ok: boolean }) => !r.ok)).toBe(true);
    expect((await clerk("POST", "/api/hires:batch", { action: "close", filter: { limit: "2" } })).body).toMatchObject({ status: 400 });
    expect((await guest("POST", "/api/hires:batch", { action: "close", filter: { secretFee: "1" } })).body).toMatchObject({ status: 400, code: "unknown-parameter" });
  });
});

describe("saved views", () => {
  const view = (name: string, filters: Record<string, string>, more: object = {}): object => ({ screen: "Hires", name, shared: true, state: { filters, ...more } });
  const namesOf = async (client: Client): Promise<readonly string[]> => (await client("GET", "/api/views?screen=Hires")).body.items.map((v: { name: string }) => v.name);

  it("belongs to its author until it is shared, and hides what a reader may not read", async () => {
    const saved = await clerk("POST", "/api/views", { ...view("Mine", { "due.within": "this week" }, { columns: "name,secretFee:120" }), shared: false });
    expect(saved.status).toBe(201);
    expect(await namesOf(guest)).toEqual([]);
    expect((await guest("PATCH", `/api/views/${saved.body.id}`, { shared: true })).status).toBe(404);
    expect((await guest("DELETE", `/api/views/${saved.body.id}`)).status).toBe(404);
    expect((await clerk("PATCH", `/api/views/${saved.body.id}`, { shared: true })).status).toBe(200);
    await clerk("POST", "/api/views", view("By secret", { "secretFee.from": "1" }));
    await clerk("POST", "/api/views", view("By hidden artist", { artist: artists["Hidden Hand"]! }));
    await clerk("POST", "/api/views", view("By artist", { "artist.in": artists["Müller"]! }, { sort: "-secretFee" }));
    await clerk("POST", "/api/views", view("By Müller", { artist: artists["Müller"]! }));
    expect(await namesOf(clerk)).toEqual(["By Müller", "By artist", "By hidden artist", "By secret", "Mine"]);
    const seen = (await guest("GET", "/api/views?screen=Hires")).body.items;
    expect(seen.map((v: { name: string }) => v.name)).toEqual(["By Müller", "Mine"]);
    expect(JSON.stringify(seen)).not.toContain("secretFee");
    expect(seen[1]).toMatchObject({ own: false, shared: true, state: { filters: { "due.within": "this week" }, columns: "name" } });
  });

  it("is replaced by name, and refused where it names what its author may not use", async () => {
    await guest("POST", "/api/views", view("Twice", {}));
    await guest("POST", "/api/views", view("Twice", { "due.empty": "true" }));
    expect((await namesOf(guest)).filter((name) => name === "Twice")).toEqual(["Twice"]);
    expect((await guest("POST", "/api/views", view("Spy", { "secretFee.from": "1" }))).body).toMatchObject({ status: 422, errors: [{ field: "state" }] });
    expect((await guest("POST", "/api/views", { ...view("Elsewhere", {}), screen: "Secret" })).status).toBe(404);
    expect((await guest("GET", "/api/views?screen=Secret")).status).toBe(404);
    expect((await guest("POST", "/api/views", view("", {}))).status).toBe(422);
  });
});
