/** A reference to a record that the reader may not read is null to them, in the answers and in every condition, filter and sort key that they bring. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../runtime/server/test/desk.ts";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";

const text = `# Specification: Tickets

## 2. The screens

| Route | Screen | Shows | For |
|---|---|---|---|
| /board | Board | dashboard | Staff, Lead |

### Board

- List "Planned": Ticket where \`project != null\`, columns title

## 3. Entities and their fields

### Project

- name: text, required, unique
- Shown as: \`name\`

### Ticket

- title: text, required, unique
- project: Project
- former: Project
- nearest: Project = \`if former = null then project else former\`
- others: list of Project = \`Project[name = "alpha"]\`
- reporter: User, default \`me\`
- Shown as: \`title\`

## 6. Roles and permissions

- **Staff**
- **Lead**

| | Staff | Lead |
|---|---|---|
| Ticket | read | all |
| Project | read where \`name = "open"\` | all |
| User | – | read |
`;

let served: Served;
let staff: Client;
let lead: Client;
const projects: Record<string, string> = {};
const ghost = "00000000-0000-7000-8000-000000000000";

beforeAll(async () => {
  served = await serveProduct(text);
  lead = await served.person("lead@example.test", "Lead");
  staff = await served.person("staff@example.test", "Staff");
  for (const name of ["alpha", "beta", "open"]) projects[name] = (await lead("POST", "/api/projects", { name })).body.id;
  const tickets = [
    ["t1", "alpha", null],
    ["t2", "beta", "alpha"],
    ["t3", "alpha", "open"],
    ["t4", "open", "beta"],
    ["t5", null, null],
  ];
  for (const [title, project, former] of tickets)
    expect((await lead("POST", "/api/tickets", { title, project: project ? projects[project] : null, former: former ? projects[former] : null })).status).toBe(201);
}, 120_000);

afterAll(async () => {
  await served?.close();
});

const titles = async (who: Client, parameters: string): Promise<string[]> => {
  const response = await who("GET", `/api/tickets?${parameters}&sort=title`);
  expect([parameters, response.status]).toEqual([parameters, 200]);
  return response.body.items.map((r: { title: string }) => r.title);
};
const where = (condition: string): string => `where=${encodeURIComponent(condition)}`;

test("is null where it is shown as null", async () => {
  const shown = (await staff("GET", "/api/tickets?sort=title")).body.items as readonly Record<string, { id: string } | null>[];
  for (const [key, name] of [
    ["project", "project"],
    ["former", "former"],
    ["nearest", "nearest"],
    ["createdBy", "created by"],
    ["reporter", "reporter"],
  ] as const) {
    const empty = shown.filter((r) => r[key] === null).map((r) => r["title"] as unknown as string);
    expect([name, await titles(staff, where(`${name} = null`))]).toEqual([name, empty]);
    expect([name, await titles(staff, where(`not(${name} != null)`))]).toEqual([name, empty]);
    expect([name, await titles(staff, `${key}=`)]).toEqual([name, empty]);
  }
});

test("can't be found by an id, right or wrong", async () => {
  for (const key of ["project", "former", "nearest", "project.id"])
    for (const id of [projects["alpha"]!, projects["beta"]!, ghost]) expect([key, id, await titles(staff, `${key}=${id}`)]).toEqual([key, id, []]);
  expect(await titles(staff, `project=${projects["open"]}`)).toEqual(["t4"]);
  expect(await titles(lead, `project=${projects["alpha"]}`)).toEqual(["t1", "t3"]);
  expect(await titles(staff, `others=${projects["alpha"]}`)).toEqual([]);
  expect(await titles(lead, `others=${projects["alpha"]}`)).toEqual(["t1", "t2", "t3", "t4", "t5"]);
});

test("can't be compared with that of another record", async () => {
  const all = ["t1", "t2", "t3", "t4", "t5"];
  const unknown = ["t1", "t2", "t3", "t5"];
  expect(await titles(staff, where(`project = Ticket[title = "t1"][1].project`))).toEqual(unknown);
  expect(await titles(staff, where(`project = former`))).toEqual(["t1", "t2", "t5"]);
  expect(await titles(staff, where(`count(Ticket[project != null]) = 1`))).toEqual(all);
  expect(await titles(staff, where(`some t in Ticket satisfies t.project = project and t.title != title and project != null`))).toEqual([]);
  expect(await titles(staff, where(`project in (Ticket[title = "t1"].project)`))).toEqual(unknown);
  expect(await titles(staff, where(`count(others) = 0`))).toEqual(all);
  expect(await titles(lead, where(`project = Ticket[title = "t1"][1].project`))).toEqual(["t1", "t3"]);
});

test("a condition of the document sees everything", async () => {
  for (const who of [lead, staff]) {
    const items = (await who("GET", "/api/screens/Board/data")).body.elements[0].items as readonly { title: string }[];
    expect(items.map((item) => item.title).sort()).toEqual(["t1", "t2", "t3", "t4"]);
  }
});

test("whatever the comparison: a hidden project answers like none at all", async () => {
  const place = fc.constantFrom("project", "former", "nearest", "this.project", '(if title = "t1" then project else former)');
  // Tickets whose projects are hidden (alpha and beta), and one without a project.
  const other = (ticket: string): string => `Ticket[title = "${ticket}"][1].project`;
  const condition = fc.oneof(
    fc.tuple(place, fc.constantFrom("=", "!=")).map(
      ([a, operator]) =>
        (ticket: string) =>
          `${a} ${operator} ${other(ticket)}`,
    ),
    place.map((a) => (ticket: string) => `${a}.name = ${other(ticket)}.name`),
    place.map((a) => (ticket: string) => `list contains(Ticket.project, ${other(ticket)}) and ${a} != ${other(ticket)}`),
    place.map((a) => (ticket: string) => `count(Ticket[${a} = ${other(ticket)}]) > 1`),
  );
  await fc.assert(
    fc.asyncProperty(condition, async (make) => {
      const [alpha, beta, none] = await Promise.all(["t1", "t2", "t5"].map((ticket) => titles(staff, where(make(ticket)))));
      expect([make("t1"), alpha, beta]).toEqual([make("t1"), none, none]);
    }),
    { numRuns: 60 },
  );
});
