/** Which refused action is shown as the next step: one that waits only for fields that are empty. */
import { expect, test } from "vitest";
import { isNextOnceFilled } from "../src/record/action-buttons.tsx";

const ask = { stops: false, furtherFrom: ["draft"], needs: ["garageEmail"] };

test("the next step with an empty field", () => {
  expect(isNextOnceFilled(ask, ["draft"], { id: "1", garageEmail: null })).toBe(true);
  expect(isNextOnceFilled(ask, ["draft"], { id: "1", garageEmail: "a@example.test" })).toBe(false);
  expect(isNextOnceFilled(ask, ["asked"], { id: "1", garageEmail: null })).toBe(false);
  expect(isNextOnceFilled({ ...ask, stops: true }, ["draft"], { id: "1", garageEmail: null })).toBe(false);
});
