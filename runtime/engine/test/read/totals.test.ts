/** One expression has the same value as a number, in a chart and in a report, also where a value is empty. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Shop

## 1. What the product does and for whom

- **Currency**: EUR

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Board | dashboard | everyone |
| /pays | Pays | report of Job by kind | everyone |
| /crossed | Crossed | report of Job by kind, place | everyone |
| /paid | Paid | report of Job by kind where \`pay != null\` | everyone |

### Board

- Number "All": \`sum(Job[kind = "gap"].pay)\`
- Number "Mean": \`mean(Job[kind = "gap"].pay)\`
- Number "First": \`min(Job[kind = "gap"].on)\`
- Number "There": \`sum(Job[kind = "gap" and pay != null].pay)\`
- Chart "All": bars of \`sum(Job.pay)\` by kind
- Chart "Mean": bars of \`mean(Job.pay)\` by kind
- Chart "Least": bars of \`min(Job.on)\` by kind
- Chart "There": bars of \`sum(Job[pay != null].pay)\` by kind

### Pays

- Values: count, sum of pay, mean of pay, max of on

### Crossed

- Values: count, sum of pay, min of pay, mean of pay

### Paid

- Values: sum of pay, mean of pay

## 3. Entities and their fields

### Job

- kind: one of (full, gap), required
- pay: money
- place: one of (north, south)
- on: number
- took: duration

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Job | all |
`;

let small: Small;

beforeAll(async () => {
  small = await openSmall(text);
  const clerk = await small.as("clerk");
  await small.make(clerk, "Job", { kind: "full", pay: "10", on: "1" });
  await small.make(clerk, "Job", { kind: "gap", pay: "5", on: "2" });
  await small.make(clerk, "Job", { kind: "gap" });
}, 120_000);
afterAll(() => small.close());

test("a number, a chart and a report agree that a total with an empty value is empty", async () => {
  const clerk = await small.as("clerk");
  const board = valueOf(await small.engine.screenData(clerk, "Board"));
  const values = board.kind === "dashboard" ? board.elements.map((e) => (e.kind === "number" ? e.value : e.kind === "chart" ? e.points.map((p) => p.value) : e)) : [];
  expect(values).toEqual([null, null, null, "5.00", ["10.00", null], ["10.00", null], ["1", null], ["10.00", "5.00"]]);
  expect(valueOf(await small.engine.screenData(clerk, "Pays"))).toMatchObject({ rows: [{ values: ["1", "10.00", "10.00", "1"] }, { values: ["2", null, null, null] }] });
  expect(valueOf(await small.engine.screenData(clerk, "Paid"))).toMatchObject({ rows: [{ values: ["10.00", "10.00"] }, { values: ["5.00", "5.00"] }] });
});

test("a report also has the values of the records that have one, and how many have none", async () => {
  const clerk = await small.as("clerk");
  expect(valueOf(await small.engine.screenData(clerk, "Pays"))).toMatchObject({
    rows: [{ row: ["full"] }, { row: ["gap"], known: [null, "5.00", "5.00", "2"], notKnown: [0, 1, 1, 1] }],
    totals: [{ known: [null, "15.00", "7.50", "2"], notKnown: [0, 1, 1, 1] }],
  });
  const paid = valueOf(await small.engine.screenData(clerk, "Paid"));
  expect(paid.kind === "report" && [...paid.rows, ...paid.totals].some((one) => "notKnown" in one)).toBe(false);
});

test("so do a number and a chart of a dashboard", async () => {
  const clerk = await small.as("clerk");
  const board = valueOf(await small.engine.screenData(clerk, "Board"));
  const elements = board.kind === "dashboard" ? board.elements : [];
  expect(elements.slice(0, 4)).toEqual([
    { kind: "number", value: null, known: "5.00", notKnown: 1 },
    { kind: "number", value: null, known: "5.00", notKnown: 1 },
    { kind: "number", value: null, known: "2", notKnown: 1 },
    { kind: "number", value: "5.00" },
  ]);
  expect(elements[4]).toEqual({
    kind: "chart",
    points: [
      { label: "full", value: "10.00" },
      { label: "gap", value: null, known: "5.00", notKnown: 1 },
    ],
  });
});

test("a list adds up durations, for each group and over all", async () => {
  const clerk = await small.as("clerk");
  const place = "south";
  const made = [];
  for (const took of ["PT1H30M", "PT45M", undefined]) made.push(await small.make(clerk, "Job", { kind: "full", place, ...(took ? { took } : {}) }));
  const totals = valueOf(await small.engine.totals(clerk, { entity: "Job", group: "place" }, ["took"]));
  expect(totals).toMatchObject({ sums: { took: "PT2H15M" } });
  expect(totals.groups?.find(({ label }) => label === place)).toMatchObject({ sums: { took: "PT2H15M" }, notKnown: { took: 1 } });
  for (const { id } of made) valueOf(await small.does(clerk, { kind: "delete", entity: "Job", id, ifVersion: "any" }));
});

test("a total of a report goes over its records: it is empty as soon as one value is, and groups without records don't count", async () => {
  const clerk = await small.as("clerk");
  const totalsOf = async (screen: string) => {
    const values = valueOf(await small.engine.screenData(clerk, screen));
    return values.kind === "report"
      ? values.totals.map((one) => [one.row?.join() ?? "*", one.column?.join() ?? "*", ...one.values.map((value) => value ?? "–")].join(" ")).sort()
      : [];
  };
  expect(await totalsOf("Pays")).toEqual(["* * 3 – – –"]);
  expect(await totalsOf("Paid")).toEqual(["* * 15.00 7.50"]);
  await small.make(clerk, "Job", { kind: "full", place: "north", pay: "2" });
  expect(await totalsOf("Crossed")).toEqual(["*  3 – – –", "* * 4 – – –", "* north 1 2.00 2.00 2.00", "full * 2 12.00 2.00 6.00", "gap * 2 – – –"]);
});

test("where no record has a value, the total is empty too, and a report without records has none", async () => {
  const empty = await openSmall(text);
  try {
    const clerk = await empty.as("clerk");
    expect(valueOf(await empty.engine.screenData(clerk, "Pays"))).toEqual({ kind: "report", rows: [], totals: [] });
    await empty.make(clerk, "Job", { kind: "gap" });
    expect(valueOf(await empty.engine.screenData(clerk, "Pays"))).toMatchObject({ totals: [{ row: null, column: null, values: ["1", null, null, null] }] });
  } finally {
    await empty.close();
  }
});
