/** A statement is compiled once per shape, and filled with each reader's own values. */
import { expect, test } from "vitest";
import { grantQuery } from "../src/visibility/permission-queries.ts";
import { listQuery } from "../src/reads/list-queries.ts";
import { pathExpression } from "../src/expressions/path-expression.ts";
import { recordQuery } from "../src/reads/record-query.ts";
import { ruleQuery } from "../src/rules/rule-queries.ts";
import { type Reader } from "../src/sql/query.ts";
import { equipmentDesk } from "./test-database.ts";

const product = equipmentDesk();
const [one, other, loan] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002", "00000000-0000-7000-8000-000000000003"] as const;
const borrower = (id: string): Reader => ({ kind: "person", id, roles: ["Borrower"], owner: false });

test("two readers with the same role share a statement, each with their own id", () => {
  const [a, b] = [recordQuery(product, borrower(one), "Loan", loan), recordQuery(product, borrower(other), "Loan", loan)];
  expect(a.name).toBe(b.name);
  expect(a.text).toBe(b.text);
  expect(a.values).toContain(one);
  expect(a.values).not.toContain(other);
  expect(b.values).toContain(other);
  expect(b.values).not.toContain(one);
});

test("readers with different roles have different statements", () => {
  const clerk = grantQuery(product, { kind: "person", id: one, roles: ["Clerk"], owner: false }, "Loan", "update", loan);
  expect(clerk.name).not.toBe(grantQuery(product, borrower(one), "Loan", "update", loan).name);
});

test("a filter's value is no shape, that there is none is one", () => {
  const list = (state: string) => listQuery(product, borrower(one), { entity: "Loan", limit: 10, equals: [{ path: pathExpression(product, "Loan", "state")!, value: state }] });
  expect(list("out").name).toBe(list("returned").name);
  expect(list("out").values).toContain("out");
  expect(list("returned").values).not.toContain("out");
  expect(list("").name).not.toBe(list("out").name);
});

test("a request's own condition is neither cached nor prepared by name", () => {
  const state = pathExpression(product, "Loan", "state")!;
  const where = {
    kind: "binary",
    operator: "=",
    left: state,
    right: { kind: "literal", value: "out", type: { kind: "string" }, nullable: false, span: state.span },
    type: { kind: "boolean" },
    nullable: false,
    span: state.span,
  } as const;
  expect(listQuery(product, borrower(one), { entity: "Loan", limit: 10, where }).name).toBe("");
});

test("ids are values of the statement, not part of its shape", () => {
  const rule = product.rules.find((r) => r.name === "Fair share")!;
  const [a, b] = [ruleQuery(product, rule, [one]), ruleQuery(product, rule, [other])];
  expect(a.name).toBe(b.name);
  expect([a.values[0] === one || a.values.includes(one), b.values.includes(one)]).toEqual([true, false]);
});

test("a list with bounds is prepared; a bound's value is a parameter, its side is not", () => {
  const path = pathExpression(product, "Loan", "startDate")!;
  const list = (side: "from" | "to", value: string) => listQuery(product, borrower(one), { entity: "Loan", limit: 10, bounds: [{ path, side, value, isDay: false }] });
  const march = list("from", "2026-03-01");
  expect(march.name).not.toBe("");
  expect(march.name).toBe(list("from", "2026-04-01").name);
  expect(march.name).not.toBe(list("to", "2026-03-01").name);
  expect(march.values).toContain("2026-03-01");
  expect(march.text).toContain("r.start_date >= nonet.to_date(");
});
