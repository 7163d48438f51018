/** The limit `list length` of point 9 applies to every list without a bound of its own. */
import { expect, test } from "vitest";
import { buying } from "../support/not-shown-rate-spec.ts";
import { does, openDesk, remove } from "../support/equipment-desk.ts";
import { resultOf } from "../support/outcome.ts";

test("a list has at most as many elements as point 9 says", async () => {
  const text = buying
    .replace("- Shown as: `purpose`", "- tags: list of text\n- few: list of text, at most 4\n- Shown as: `purpose`")
    .replace("### Exchange", "| Name | Value |\n|---|---|\n| list length | 2 |\n\n### Exchange");
  const desk = await openDesk(text);
  const rosa = await desk.as("Requester");
  const make = async (purpose: string, values: Record<string, unknown>): Promise<string> =>
    resultOf(await does(desk, rosa, { kind: "create", entity: "Requisition", values: { purpose, amount: "1", ...values } }));
  expect(await make("two", { tags: ["a", "b"], few: ["a", "b", "c"] })).toBe("done");
  expect(await make("three", { tags: ["a", "b", "c"] })).toBe("invalid: invalid-value at tags");
  await desk.close();
  remove(desk);
});
