/** An integer that can only be one of some numbers (`one of (30, 45, 60)`): for what a person sends, for what an action asks for, for an effect, and in the table. */
import { expect, test } from "vitest";
import { buying } from "../support/not-shown-rate-spec.ts";
import { does, openDesk, remove } from "../support/equipment-desk.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

test("a value is one of the only ones", async () => {
  const text = buying
    .replace("- Shown as: `purpose`", "- length: integer, one of (30, 45, 60), default 30\n- times: integer, default 1\n- Shown as: `purpose`")
    .replace("| draft | Force | pending | Requester | | |", "| draft | Force | pending | Requester | | set length = 30 * times |");
  const desk = await openDesk(text);
  const rosa = await desk.as("Requester");
  let count = 0;
  const make = async (values: Record<string, unknown>) => does(desk, rosa, { kind: "create", entity: "Requisition", values: { purpose: `${++count}`, amount: "1", ...values } });
  for (const length of [31, 0, 90]) expect(resultOf(await make({ length }))).toBe("invalid: invalid-value at length");
  for (const length of [30, 45, 60]) expect(resultOf(await make({ length }))).toBe("done");
  expect(resultOf(await make({}))).toBe("done");
  expect(await make({ length: 31 })).toMatchObject({ refusal: { errors: [{ detail: expect.stringContaining("30, 45, 60") }] } });
  const force = async (times: number) => {
    const { id } = valueOf(await make({ times }))!;
    return does(desk, rosa, { kind: "action", entity: "Requisition", id, action: "Force", input: {} });
  };
  expect(resultOf(await force(2))).toBe("done");
  expect(await force(3)).toMatchObject({ refusal: { errors: [{ detail: expect.stringContaining("30, 45, 60") }] } });
  await desk.close();
  remove(desk);
});
