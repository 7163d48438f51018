/** Which JSON bodies are accepted. */
import { expect, it } from "vitest";
import { parseJson } from "../../src/http/json-body.ts";

const status = (text: string | Uint8Array) => {
  const body = parseJson(typeof text === "string" ? Buffer.from(text) : text);
  return body.ok ? 200 : body.response.status;
};

it("accepts JSON, and refuses what can't be stored", () => {
  expect(["{}", "1", '{"a":', '"\\u0000"', '"\\ud800"', '{"__proto__":1}', "[".repeat(50) + "]".repeat(50), "[".repeat(200_000)].map(status)).toEqual([
    200, 200, 400, 400, 400, 400, 400, 400,
  ]);
  expect(status(new Uint8Array([0x22, 0xff, 0x22]))).toBe(400);
});
