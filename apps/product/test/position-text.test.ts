/** Coordinates in words of a map. */
import { expect, test } from "vitest";
import { positionText } from "../src/format/position-text.ts";

test("five decimals with the directions", () => {
  expect(positionText("52.516272, 13.377676")).toBe("52.51627° N, 13.37768° E");
  expect(positionText("-33.9,-70.5")).toBe("33.90000° S, 70.50000° W");
});

test("what isn't a pair of numbers stays", () => {
  expect(positionText("Brandenburg Gate")).toBe("Brandenburg Gate");
  expect(positionText("52.5,")).toBe("52.5,");
});
