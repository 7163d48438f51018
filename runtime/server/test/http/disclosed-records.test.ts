/** Which records each reader has received. */
import { expect, it } from "vitest";
import { trackDisclosedRecords } from "../../src/http/disclosed-records.ts";

it("remembers the newest records of each reader", () => {
  const disclosed = trackDisclosedRecords();
  const ids = Array.from({ length: 2_500 }, (_, i) => String(i));
  disclosed.add("p", ids);
  expect([disclosed.has("p", "2499"), disclosed.has("p", "0"), disclosed.has("q", "2499")]).toEqual([true, false, false]);
});
