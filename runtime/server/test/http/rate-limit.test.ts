/** The rate limit's window of one minute. */
import { expect, it } from "vitest";
import { limitRequests } from "../../src/http/rate-limit.ts";

it("refuses the first request above the limit, and starts again after a minute", () => {
  let now = 0;
  const limit = limitRequests(() => now);
  expect([limit.take("a", 2), limit.take("a", 2)]).toEqual([null, null]);
  now = 20_000;
  expect(limit.take("a", 2)).toMatchObject({ status: 429, headers: { "retry-after": "40" } });
  expect(limit.take("b", 2)).toBeNull();
  now = 60_000;
  expect(limit.take("a", 2)).toBeNull();
});
