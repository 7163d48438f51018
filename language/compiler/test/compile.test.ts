/** The three promises of the compiler: the examples compile completely, everything open is found, and nothing makes it throw. */
import type { Expression } from "@nonet/feel";
import { expect, test } from "vitest";
import { compile } from "../src/checker.ts";
import { sentences } from "../src/explain/explain.ts";
import { compiled, desk, said, undetermined } from "./desk.ts";

const valueOf = (e: Expression | null): unknown => (e?.kind === "literal" ? e.value : null);

test("the Equipment Desk compiles completely", () => {
  const { product, diagnostics, prose } = compiled(desk);
  expect(diagnostics).toEqual([]);
  expect(product.entities.map((e) => e.name)).toEqual(["User", "Category", "Item", "Loan"]);
  expect(product.machines[0]!.transitions.map((t) => `${t.from} ${t.trigger.kind === "action" ? t.trigger.action : t.trigger.kind} ${t.to}`)).toEqual([
    "requested Approve approved",
    "requested Reject rejected",
    "requested Cancel cancelled",
    "approved Cancel cancelled",
    "approved Hand out out",
    "out Extend out",
    "out Return returned",
    "approved after cancelled",
  ]);
  const statements = prose.map((span) => desk.slice(span.from, span.to)).filter((text) => /^[-|]/.test(text));
  expect(statements).toEqual([]);
});

test("no expression of the Equipment Desk is left untyped", () => {
  const loose: string[] = [];
  JSON.stringify(compiled(desk).product, (_, value: unknown) => {
    const e = value as Expression | null;
    if (e && typeof e === "object" && e.kind === "hole" && e.open === null) loose.push(desk.slice(e.span.from, e.span.to));
    return value;
  });
  expect(loose).toEqual([]);
});

test("what is not shown is traced to everything that depends on it", () => {
  expect(compiled(desk).open.map((open) => [open.what, open.affects.map((a) => a.what)])).toEqual([["payment address", ['call "Charge fee"', 'action "Return" of Loan']]]);
});

test("an empty specification has nine open points and the entity User", () => {
  const { product, diagnostics, open } = compiled(undetermined);
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  expect(open.map((o) => o.what)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `point ${n}`));
  expect(product.entities.map((e) => e.name)).toEqual(["User"]);
  expect(product.permissions).toMatchObject({ written: false, roles: [], grants: [] });
});

test("an entity's records and the record itself are distinguished by case", () => {
  const rule = compiled(desk).product.rules.find((r) => r.name === "Fair share")!;
  expect(rule.reads).toEqual(["Loan.borrower", "Loan.id", "Loan.state"]);
  expect(rule.field).toBe(null);
});

test("a computed field whose sources are required is never null", () => {
  const loan = compiled(desk).product.entities.find((e) => e.name === "Loan")!;
  expect(loan.fields.find((f) => f.name === "days")!.computed!.nullable).toBe(false);
  expect(loan.fields.find((f) => f.name === "deposit")!.computed!.nullable).toBe(true);
});

test("tables, synonyms and parts mean the same as bullets", () => {
  const text = `# Orders\n\n## 3. Entities and their fields\n\n### Order\n\n| Field | Type | Mandatory | Constraints |\n|---|---|---|---|\n| note | string | yes | Min 2 chars and max 100 |\n| total | decimal | no | >= 0, unique |\n| paid | boolean | ❌ | |\n\n### Line (part of Order)\n\n- amount: integer, non-negative, max 9\n`;
  const { product } = compiled(text);
  const order = product.entities.find((e) => e.name === "Order")!;
  expect(order.fields.map((f) => [f.name, f.type.kind, f.required, f.unique, valueOf(f.atLeast), valueOf(f.atMost)])).toEqual([
    ["note", "text", true, false, "2", "100"],
    ["total", "number", false, true, "0", null],
    ["paid", "yes/no", false, false, null, null],
    ["lines", "inverse", false, false, null, null],
  ]);
  expect(product.entities.find((e) => e.name === "Line")!.partOf).toEqual({ entity: "Order", field: "order", list: "lines" });
});

test("has role counts the roles that include it", () => {
  const text = desk.replace("`start date <= today()` | set", "`start date <= today() and me has role Clerk` | set");
  const { product, diagnostics } = compiled(text);
  expect(diagnostics).toEqual([]);
  const guard = product.machines[0]!.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === "Hand out")!.guard!;
  expect([...JSON.stringify(guard.expression).matchAll(/"value":"(\w+)"/g)].map((m) => m[1])).toEqual(["Clerk", "Manager"]);
});

test("every element has a sentence", () => {
  const all = sentences(compiled(desk).product);
  expect(all.map((s) => s.sentence)).toContain(
    'When a Clerk runs "Hand out" on an approved Loan while start date <= today(), it becomes out, and its "handed out at" is set to the current time.',
  );
  expect(all.every((s) => /^\S.*\.$/s.test(s.sentence) && !/undefined|\[object/.test(s.sentence))).toBe(true);
});

/** The first of 300, twelve of each kind; with NONET_LONG all. */
const cuts = process.env["NONET_LONG"] ? 300 : 60;

test(`${cuts} cuts and mutations never throw`, () => {
  let seed = 42;
  const random = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const bits = [
    "|",
    "`",
    "(",
    ")",
    "\n",
    ",",
    ";",
    "not shown",
    ": ",
    "- ",
    "### ",
    "## ",
    "where ",
    "{",
    "}",
    "[",
    '"',
    "own",
    "(part of Loan)",
    "list of Item by loan",
    "= `this`",
    "\\|",
    "\u0000",
    "é",
  ];
  for (let i = 0; i < cuts; i++) {
    const at = random(desk.length);
    const to = Math.min(desk.length, at + random(i % 3 === 0 ? 2000 : 30));
    const text = i % 5 === 0 ? desk.slice(at) : i % 5 === 1 ? desk.slice(0, at) : desk.slice(0, at) + bits[random(bits.length)] + desk.slice(i % 2 === 0 ? to : at);
    const out = compile([{ name: "cut.md", text }]);
    for (const d of out.diagnostics) expect(d.span.from >= 0 && d.span.to <= text.length && d.message.length > 0, d.message).toBe(true);
    expect(() => JSON.stringify(out.product)).not.toThrow();
    expect(() => sentences(out.product)).not.toThrow();
  }
}, 600_000);

test("no files give an empty product", () => {
  expect(compile([]).product.entities.length).toBe(1);
  expect(said("").length).toBeGreaterThan(0);
});

test("a label above lines that are enforced is no prose, and one above others is", () => {
  const text = `# Specification: X

## 3. Entities and their fields

### Loan

- who: User

Remarks:

Loans are short.

## 6. Roles and permissions

- **Clerk**

**Own**:

- a Loan is its who's

| | Clerk |
|---|---|
| Loan | all own |
`;
  expect(compile([{ name: "x.md", text }]).prose.map(({ from, to }) => text.slice(from, to))).toEqual(["Remarks:", "Loans are short."]);
});
