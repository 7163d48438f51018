/** Points 1, 2, 8 and 9: text in, model and diagnostics out. */
import { describe, expect, test } from "vitest";
import { makeTreeReader } from "@nonet/notation";
import type { Screen, Shows } from "@nonet/model";
import { compile } from "../src/checker.ts";
import { declareCalls } from "../src/declare/names.ts";
import { declareEntities } from "../src/declare/entities.ts";
import { declareAllRoles } from "../src/declare/roles.ts";
import { makeContext } from "../src/context/make-context.ts";
import { type PointCompiler } from "../src/context/point-compiler.ts";
import { compileAbout, productName } from "../src/about/about.ts";
import { compileConstants } from "../src/constants/constants.ts";
import { declareCodes } from "../src/declare/names.ts";
import { declareConstants } from "../src/declare/constants.ts";
import { declareScreens } from "../src/declare/names.ts";
import { compileErrors } from "../src/errors/errors.ts";
import { compileScreens } from "../src/screens/screens.ts";
import { makeMemory, noMemory } from "../src/incremental/memory.ts";
import { desk } from "./desk.ts";

function contextOf(text: string): PointCompiler {
  const read = makeTreeReader().read([{ name: "spec.md", text }]);
  const { tree } = read;
  const entities = declareEntities(tree, noMemory);
  const declared = {
    entities: entities.drafts,
    roles: declareAllRoles(tree),
    calls: declareCalls(tree),
    codes: declareCodes(tree),
    constants: declareConstants(tree),
    screens: declareScreens(tree),
  };
  return makeContext(read, declared, entities, makeMemory());
}

/** Compiles the four points; what is said comes as `code at "the words"`. */
function read(text: string) {
  const context = contextOf(text);
  const about = compileAbout(context);
  const screens = compileScreens(context);
  const errors = compileErrors(context);
  const constants = compileConstants(context);
  const said = context.findings.diagnostics.map((d) => `${d.code} at "${text.slice(d.span.from, d.span.to)}"`);
  return { about, screens, errors, constants, said, opens: [...new Map(context.findings.opens).keys()] };
}

const changed = (from: string, to: string) => {
  expect(desk).toContain(from);
  return read(desk.replace(from, to));
};

function showsOf<K extends Shows["kind"]>(screens: readonly Screen[], name: string, kind: K): Extract<Shows, { kind: K }> {
  const shows = screens.find((screen) => screen.name === name)?.shows;
  if (shows?.kind !== kind) throw new Error(`${name} is no ${kind}`);
  return shows as Extract<Shows, { kind: K }>;
}

describe("the Equipment Desk", () => {
  const { about, screens, errors, constants, said } = read(desk);

  test("has nothing to say against it", () => expect(said).toEqual([]));

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
      afterSaving: "/my-loans",
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

  test("points 1, 8 and 9", () => {
    expect(about).toMatchObject({ timeZone: "Europe/Berlin", currency: "EUR", colour: "#0f766e", signIn: { methods: ["email and password"], registersAs: "Borrower" } });
    expect(about.audiences.map((a) => a.role)).toEqual(["Borrower", "Clerk", "Manager"]);
    expect(errors.map((e) => `${e.code} ${e.status}`)).toEqual([
      "DATES_REVERSED 422",
      "STARTS_IN_PAST 422",
      "TOO_LONG 422",
      "ITEM_RETIRED 409",
      "ITEM_TAKEN 409",
      "TOO_MANY_LOANS 409",
      "PAYMENT_FAILED 502",
    ]);
    expect(constants.map((c) => [c.name, c.limit, c.values?.[0]?.value])).toMatchObject([
      ["longest loan", null, { value: "14" }],
      ["most open loans", null, { value: "3" }],
      ["payment address", null, undefined],
      ["requests per minute", "requests per minute", { value: "300" }],
      ["upload size", "upload size", { value: "10000000" }],
    ]);
  });
});

describe("mistakes are said where they stand, each once", () => {
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
    ["- **Time zone**: Europe/Berlin", "- **Time zone**: Europe/Berln", 'unknown-time-zone at "Europe/Berln"'],
    ["anyone may register as Borrower", "anyone may register as Borower", 'unknown-role-for at "Borower"'],
    ["| ITEM_TAKEN | 409 |", "| ITEM_TAKEN | 200 |", 'bad-status at "200"'],
    ["| ITEM_TAKEN | 409 |", "| ITEM_RETIRED | 409 |", 'duplicate-code at "ITEM_RETIRED"'],
    ["| 10 MB |", "| 10 days |", 'bad-limit at "10 days"'],
    ["| longest loan | 14 |", "| longest loan | fourteen |", 'unreadable-value at "fourteen"'],
    ["| longest loan | 14 |", "| in % | 14 |", 'bad-name at "in %"'],
  ];
  test.each(cases)("%s → %s", (from, to, expected) => {
    const { said } = changed(from, to);
    const others = said.filter((one) => !/^unknown-(name|function)/.test(one));
    expect(others.filter((one) => one === expected)).toHaveLength(1);
    if (!to.startsWith("### ") && !to.includes("Catalogue") && !to.startsWith("| list") && !to.includes("tree")) expect(others).toEqual([expected]);
  });
});

describe("what is open stays open", () => {
  test("point 2 not shown: a list, a record and a form for each entity, marked as derived", () => {
    const text = desk.replace(/(## 2\..*?\n)[\s\S]*?(?=## 3\.)/, "$1\nnot shown\n\n");
    const { screens, said } = read(text);
    expect(said).toEqual([]);
    expect(screens.every((s) => s.derived && s.source === null)).toBe(true);
    expect(screens.filter((s) => s.shows.kind !== "dashboard" && s.name === "Loan").map((s) => s.route)).toEqual(["/loans/:id"]);
    expect(screens.find((s) => s.route === "/loans")).toMatchObject({ menu: "Not specified", for: ["everyone"] });
    expect(screens.find((s) => s.route === "/loans/new")?.shows).toMatchObject({ kind: "form", action: null });
  });

  test("a cell or attribute that is not shown is open and not guessed", () => {
    expect(changed("- Filters: category, available", "- Filters: not shown").opens).toEqual(["Filters of Catalogue"]);
    expect(changed("| list of Item | everyone |", "| list of Item | not shown |").opens).toEqual(["For of Catalogue"]);
    expect(changed("- **Currency**: EUR", "- **Currency**: not shown").opens).toContain("Currency");
  });

  test("values in time are kept in order", () => {
    const { constants, said } = changed("| longest loan | 14 |", "| longest loan | 14; 21 from 2027-01-01 |");
    expect(said).toEqual([]);
    expect(constants[0]?.values?.map((v) => v.from)).toEqual([null, "2027-01-01"]);
  });
});

test("roles and whom the product is for may stand in tables", () => {
  const spec = (audiences: string, roles: string): string => `# Shed\n\n## 1. What the product does and for whom\n\n${audiences}\n\n## 6. Roles and permissions\n\n${roles}\n`;
  const meaning = (audiences: string, roles: string) => {
    const { product, diagnostics } = compile([{ name: "t.md", text: spec(audiences, roles) }]);
    const said = diagnostics.filter((d) => d.code !== "missing-point").map((d) => d.code);
    const roleOf = ({ name, includes, was }: (typeof product.permissions.roles)[number]) => `${name}: ${includes.join()}, was ${was}`;
    return { said, roles: product.permissions.roles.map(roleOf), audiences: product.about.audiences.map(({ role, text }) => `${role}: ${text}`) };
  };
  const bullets = meaning("- **Clerk** — lends\n- **Chief** — leads", "- **Clerk**, was Hand — lends\n- **Chief** — includes Clerk");
  expect(bullets).toEqual({
    said: [],
    roles: ["Clerk: Clerk, was Hand", "Chief: Chief,Clerk, was undefined"],
    audiences: ["Clerk: lends", "Chief: leads"],
  });
  const roles = "| Role | Includes | Was | Means |\n|---|---|---|---|\n| **Clerk** | – | Hand | lends |\n| Chief | Clerk | | leads |";
  expect(meaning("| Role | Who they are |\n|---|---|\n| Clerk | lends |\n| Chief | leads |", roles)).toEqual(bullets);
  expect(meaning("| Role | Includes |\n|---|---|\n| Clerk | |\n| Chief | Clerk |", roles).said).toEqual(["unknown-attribute", ...bullets.said]);
});

describe("point 1 as a table", () => {
  const spec = (attributes: string): string =>
    `# Shed\n\n## 1. What the product does and for whom\n\nWe lend tools.\n\n${attributes}\n\n- **Clerk** — lends\n\n## 6. Roles and permissions\n\n- **Clerk**\n`;
  const meaning = (attributes: string) => {
    const { about, said } = read(spec(attributes));
    const named = (about.attributes ?? []).map(({ name }) => name);
    return { ...about, attributes: named, signIn: { ...about.signIn, source: null }, audiences: about.audiences.map(({ role, text }) => `${role}: ${text}`), said };
  };
  const bullets = meaning("- **Name**: Tool Shed\n- Time zone: Europe/Dublin\n- Currency: EUR\n- Sign-in: single sign-on");

  test.each([
    [
      "rows",
      "| Attribute | Value | Notes |\n|---|---|---|\n| Name | Tool Shed | |\n| **Time zone** | Europe/Dublin | of the shed |\n| Currency | EUR | |\n| Sign-in | single sign-on | |",
    ],
    ["rows from the head on", "| Name | Tool Shed |\n|---|---|\n| Timezone | Europe/Dublin |\n| Currency | EUR |\n| Sign-in | single sign-on |"],
    ["columns", "| Name | Time zone | Currency | Sign-in | Logo |\n|---|---|---|---|---|\n| Tool Shed | Europe/Dublin | EUR | single sign-on | |"],
  ])("%s", (_, table) => {
    expect(bullets).toMatchObject({ timeZone: "Europe/Dublin", currency: "EUR", said: [] });
    expect(meaning(table)).toEqual(bullets);
    expect(productName(contextOf(spec(table)).tree)).toBe("Tool Shed");
  });

  test.each([
    ["names of people", "| Name | Description |\n|---|---|\n| Clerk | lends |"],
    ["a glossary", "| Term | Meaning |\n|---|---|\n| Loan | a tool that is out |\n| Name | what a tool is called |\n| Tool | what we lend |"],
    ["people and their language", "| Role | Language |\n|---|---|\n| Clerk | German |"],
  ])("%s is none", (_, table) => expect(meaning(table)).toEqual(meaning("")));
});
