/** What SQL can't say is refused with why. */
import { expect, it } from "vitest";
import { canCompile } from "../src/expressions/supported.ts";
import { pathExpression } from "../src/expressions/path-expression.ts";
import { equipmentDesk } from "./house.ts";

it("says why it can't compile", () =>
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
