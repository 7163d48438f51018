/** A place is shown with its hemispheres. */
import { expect, test } from "vitest";
import { formatCoordinates } from "../src/format/coordinates.ts";

test("the four quarters of the earth", () => {
  expect(formatCoordinates("52.5163, 13.3777")).toBe("52.51630° N, 13.37770° E");
  expect(formatCoordinates("53.350123456,-6.2603")).toBe("53.35012° N, 6.26030° W");
  expect(formatCoordinates("-33.8568, 151.2153")).toBe("33.85680° S, 151.21530° E");
  expect(formatCoordinates("-54.8, -68.3")).toBe("54.80000° S, 68.30000° W");
});

test("other texts stay", () => {
  expect(formatCoordinates("behind the barn")).toBe("behind the barn");
});
