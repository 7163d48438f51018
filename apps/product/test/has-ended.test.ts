/** When what begins something new with a record is quiet: once no transition leaves any of its states. */
import { expect, test } from "vitest";
import { hasEnded } from "../src/record/has-ended.ts";

const entity = { stateKeys: ["payment"], tones: { planned: "waiting", over: "done", cancelled: "stopped", reversed: "ended", open: "waiting", paid: "done" } } as const;
const row = (values: Readonly<Record<string, unknown>>) => ({ id: "1", ...values });

test("a record has ended when each of its machines has", () => {
  expect(hasEnded(entity, row({ state: "cancelled", payment: "paid" }))).toBe(true);
  expect(hasEnded(entity, row({ state: "reversed" }))).toBe(true);
  expect(hasEnded(entity, row({ state: "over", payment: "open" }))).toBe(false);
  expect(hasEnded(entity, row({ state: "planned" }))).toBe(false);
});

test("a record without states never ends", () => expect(hasEnded(entity, row({ name: "Dune" }))).toBe(false));
