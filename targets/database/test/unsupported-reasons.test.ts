/** Expressions that PostgreSQL can't evaluate are refused with a reason. */
import { expect, it } from "vitest";
import { canCompile } from "../src/expressions/supported.ts";
import { pathExpression } from "../src/expressions/path-expression.ts";
import { equipmentDesk } from "./test-database.ts";

it("gives the reason why an expression can't be compiled", () =>
  expect(
    canCompile(equipmentDesk(), {
      kind: "function",
      parameters: [],
      body: pathExpression(equipmentDesk(), "Loan", "number")!,
      type: { kind: "any" },
      nullable: true,
      span: { file: 0, from: 0, to: 0 },
    }),
  ).toBe("a function as a value"));
