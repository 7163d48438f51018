/** What the front end says that it has seen: the latest position, in whatever order the responses arrive. */
import { beforeEach, expect, test } from "vitest";
import { forgetPosition, positionToSend, seePosition } from "../src/api/position.ts";

const at = (n: number): string => n.toString(16).padStart(16, "0");

beforeEach(forgetPosition);

test("nothing is known at first, and after something was missed", () => {
  expect(positionToSend().header).toBe("latest");
  seePosition(at(10));
  expect(positionToSend().header).toBe(at(10));
  forgetPosition();
  expect(positionToSend().header).toBe("latest");
});

test("a response that arrives late doesn't set it back", () => {
  const read = positionToSend();
  const change = positionToSend();
  change.received(at(20));
  read.received(at(10));
  expect(positionToSend().header).toBe(at(20));
});

test("a response to what was sent before something was missed says nothing about it", () => {
  const before = positionToSend();
  forgetPosition();
  before.received(at(10));
  expect(positionToSend().header).toBe("latest");
});

test("what isn't a position is ignored", () => {
  for (const seen of [null, undefined, "", "latest", "0/16B374D848", 5]) seePosition(seen);
  expect(positionToSend().header).toBe("latest");
});
