/** Point 2: text in, model and diagnostics out. */
import { describe, expect, test } from "vitest";
import type { Screen, Shows } from "@nonet/model";
import { changed, read } from "../compile-points.ts";
import { desk } from "../desk.ts";

function showsOf<K extends Shows["kind"]>(screens: readonly Screen[], name: string, kind: K): Extract<Shows, { kind: K }> {
  const shows = screens.find((screen) => screen.name === name)?.shows;
  if (shows?.kind !== kind) throw new Error(`${name} is not a ${kind}`);
  return shows as Extract<Shows, { kind: K }>;
}

describe("the screens of the Equipment Desk", () => {
  const { screens, diagnostics } = read(desk);

  test("compiles without diagnostics", () => expect(diagnostics).toEqual([]));

  test("screens in the table's order with their routes, roles and menu", () => {
    expect(screens.map((s) => `${s.route} ${s.name} ${s.shows.kind} ${s.for.join("+")} ${s.menu}`)).toEqual([
      "/ Home dashboard everyone true",
      "/items Catalogue list everyone true",
      "/items/:code Item record everyone false",
      "/reserve Reserve form Borrower true",
      "/my-loans My loans list Borrower true",
      "/loans Loans list Clerk+Manager true",
      "/desk Desk board Clerk true",
      "/calendar Calendar calendar everyone true",
      "/loans/:number Loan record everyone false",
      "/report Revenue report Manager true",
    ]);
  });

  test("a list's details are typed paths", () => {
    const { list, where } = showsOf(screens, "Loans", "list");
    expect(where).toBeNull();
    expect(list.columns?.map((c) => c.label)).toEqual(["Number", "Item", "Borrower", "Start date", "End date", "Fee", "State"]);
    expect(list.search.map((c) => c.path)).toEqual([["number"], ["item", "name"], ["borrower", "name"]]);
    expect(list.sort.map(({ field, descending }) => [field, descending])).toEqual([["start date", true]]);
    expect(list.highlight.map((h) => [h.colour, h.when.expression.type.kind])).toEqual([["red", "boolean"]]);
    expect(list.actions).toEqual(["Approve", "Hand out", "Return"]);
    expect(list.export).toEqual(["csv", "xlsx"]);
    expect(list.columns?.map((c) => desk.slice(c.expression.span.from, c.expression.span.to))).toEqual(["number", "item", "borrower", "start date", "end date", "fee", "state"]);
  });

  test("the dashboard counts, draws and lists", () => {
    const { elements } = showsOf(screens, "Home", "dashboard");
    expect(elements.map((e) => `${e.kind} ${e.title}`)).toEqual(["number Out now", "number Overdue", "chart Loans by month", "list Due back today"]);
    const chart = elements[2]!;
    expect(chart).toMatchObject({ form: "bars", entity: "Loan", where: null, value: { function: "count", of: null }, by: { bucket: "month", of: { path: ["start date"] } } });
    expect(elements[3]).toMatchObject({
      entity: "Loan",
      field: null,
      where: { expression: { type: { kind: "boolean" } } },
      columns: [{ path: ["number"] }, { path: ["item"] }, { path: ["borrower"] }],
    });
  });

  test("record, form, calendar, board and report", () => {
    expect(showsOf(screens, "Loan", "record")).toMatchObject({
      parameter: "number",
      sections: [{ title: "Loan", tab: false }, { title: "Money", fields: ["days", "fee", "deposit"] }, { title: "Return" }],
    });
    expect(showsOf(screens, "Item", "record").parameter).toBe("code");
    expect(showsOf(screens, "Reserve", "form")).toMatchObject({
      action: null,
      afterSaving: { route: "/my-loans", fills: [] },
      steps: [
        { title: "Which item", fields: ["item"] },
        { title: "When", fields: ["start date", "end date", "purpose"] },
      ],
    });
    expect(showsOf(screens, "Calendar", "calendar")).toMatchObject({ from: { path: ["start date"] }, to: { path: ["end date"] } });
    expect(showsOf(screens, "Desk", "board").by.path).toEqual(["state"]);
    expect(showsOf(screens, "Revenue", "report")).toMatchObject({
      rows: [{ of: { path: ["item", "category"] } }],
      columns: [{ bucket: "month" }],
      values: [{ function: "count" }, { function: "sum", of: { path: ["fee"] } }],
    });
    expect(showsOf(screens, "My loans", "list").where?.expression.type.kind).toBe("boolean");
  });
});

describe("each mistake in point 2 gives one diagnostic at its place", () => {
  const cases: [string, string, string][] = [
    ["| /items | Catalogue |", "| /loans | Catalogue |", 'duplicate-route at "/loans"'],
    ["| /items/:code |", "| /items/:name |", 'route-parameter at "name"'],
    ["| list of Item |", "| list of Itme |", 'unknown-entity-shown at "Itme"'],
    ["| list of Item |", "| tree of Item by category |", 'unsuitable-field at "category"'],
    ["- Search: code, name", "- Serach: code, name", 'unknown-attribute at "Serach"'],
    ["- Search: code, name", "- Search: code, daily fee", 'unsuitable-field at "daily fee"'],
    ["- Search: code, name", "- Search code, name", 'missing-colon at "Search code, name"'],
    ["- Actions: Approve, Hand out, Return", "- Actions: Approve, Hand-out, Retrun", 'unknown-action-shown at "Retrun"'],
    ['- Section "Money": days, fee, deposit', '- Section "Money": days, fees, deposit', 'unknown-field-shown at "fees"'],
    ["- After saving: /my-loans", "- After saving: /my-laons", 'unknown-target at "/my-laons"'],
    ["- Rows: item.category", "- Rows: item", 'report-groups-differ at "item"'],
    ["### Revenue", "### Revenues", 'unknown-screen at "Revenues"'],
    ["bars of `count(Loan)`", "bars of `1 + 1`", 'unreadable-chart at "`1 + 1`"'],
  ];
  test.each(cases)("%s → %s", (from, to, expected) => {
    const { diagnostics } = changed(from, to);
    const others = diagnostics.filter((one) => !/^unknown-(name|function)/.test(one));
    expect(others.filter((one) => one === expected)).toHaveLength(1);
    if (!to.startsWith("### ") && !to.includes("Catalogue") && !to.startsWith("| list") && !to.includes("tree")) expect(others).toEqual([expected]);
  });
});

test("point 2 not shown: derived list, record page and form for each entity", () => {
  const text = desk.replace(/(## 2\..*?\n)[\s\S]*?(?=## 3\.)/, "$1\nnot shown\n\n");
  const { screens, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  expect(screens.every((s) => s.derived && s.source === null)).toBe(true);
  expect(screens.filter((s) => s.shows.kind !== "dashboard" && s.name === "Loan").map((s) => s.route)).toEqual(["/loans/:id"]);
  expect(screens.find((s) => s.route === "/loans")).toMatchObject({ menu: "Not specified", for: ["everyone"] });
  expect(screens.find((s) => s.route === "/loans/new")?.shows).toMatchObject({ kind: "form", action: null });
});

test("a cell or attribute that is not shown is open", () => {
  expect(changed("- Filters: category, available", "- Filters: not shown").opens).toEqual(["Filters of Catalogue"]);
  expect(changed("| list of Item | everyone |", "| list of Item | not shown |").opens).toEqual(["For of Catalogue"]);
});
