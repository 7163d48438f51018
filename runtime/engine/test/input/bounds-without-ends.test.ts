/** A bound that excludes its own value (`more than 0`): for what a person sends, for an effect, and in the table. */
import { expect, test } from "vitest";
import { buying } from "../support/not-shown-rate-spec.ts";
import { does, openDesk, remove } from "../support/equipment-desk.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

test("a value is more than one bound, and less than another", async () => {
  const text = buying
    .replace(
      "- Shown as: `purpose`",
      "- weight: number, more than 0, less than 100\n- floor: number, default 0\n- height: number, more than floor\n- wait: duration, positive\n- Shown as: `purpose`",
    )
    .replace("| draft | Force | pending | Requester | | |", "| draft | Force | pending | Requester | | set weight = amount - 1 |");
  const desk = await openDesk(text);
  const rosa = await desk.as("Requester");
  let count = 0;
  const make = async (values: Record<string, unknown>) => does(desk, rosa, { kind: "create", entity: "Requisition", values: { purpose: `${++count}`, amount: "1", ...values } });
  for (const weight of ["0", "-1", "100", "100.01"]) expect(resultOf(await make({ weight }))).toBe("invalid: invalid-value at weight");
  for (const weight of ["0.001", "99.999"]) expect(resultOf(await make({ weight }))).toBe("done");
  expect(await make({ weight: "0" })).toMatchObject({ refusal: { errors: [{ detail: "Weight must be more than 0." }] } });
  expect(await make({ weight: "100" })).toMatchObject({ refusal: { errors: [{ detail: "Weight must be less than 100." }] } });
  expect(resultOf(await make({ floor: "2", height: "2" }))).toBe("invalid: invalid-value at height");
  expect(resultOf(await make({ floor: "2", height: "2.1" }))).toBe("done");
  expect(resultOf(await make({ wait: "PT0S" }))).toBe("invalid: invalid-value at wait");
  expect(await make({ wait: "PT0S" })).toMatchObject({ refusal: { errors: [{ detail: "Wait must be more than 0 hours." }] } });
  expect(resultOf(await make({ wait: "PT1S" }))).toBe("done");
  const made = await make({ weight: "1" });
  const { id } = valueOf(made)!;
  expect(await does(desk, rosa, { kind: "action", entity: "Requisition", id, action: "Force", input: {} })).toMatchObject({
    refusal: { errors: [{ detail: "Weight must be more than 0." }] },
  });
  await desk.close();
  remove(desk);
});
