/** `nonet run --log`: what a log collector gets to read. */
import { afterAll, expect, test } from "vitest";
import { nonet, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { client } from "../api-client.ts";
import { writeProduct } from "../security/small-product.ts";

const folder = temporaryFolder();
const document = writeProduct(folder.path);
afterAll(() => folder.remove());

test("--log json: every line on standard error is an entry, messages included, and nothing that was entered is in it", async () => {
  const product = await runProduct([document, "--log", "json", "--slow-statements", "0", "--owner", "boss@example.test", ...(await dataOptions(`${folder.path}/data`))]);
  await client(product.address)("POST", "/api/register", { email: "writer@example.test", name: "Some Body", password: "a quite long password" });
  await client(product.address)("GET", "/api/notes?search=something-private");
  await new Promise((later) => setTimeout(later, 200));
  expect(await product.stop()).toBe(0);
  const lines = product.err().trim().split("\n");
  const started = lines.findIndex((line) => line.startsWith("{"));
  // A build may say something before the command begins.
  expect(lines.slice(0, started).filter((line) => !line.startsWith("Building"))).toEqual([]);
  const entries = lines.slice(started).map((line) => JSON.parse(line));
  expect(entries.some(({ msg, route }) => msg === "request" && route === "/api/:entity")).toBe(true);
  expect(entries.some(({ msg, statement }) => msg === "slow statement" && statement.includes("$1"))).toBe(true);
  expect(entries.some(({ msg }) => msg?.startsWith("The Owner was created. `nonet owner EMAIL` prints"))).toBe(true);
  expect(JSON.stringify(entries)).not.toMatch(/something-private|writer@|boss@|Some Body|quite long|\/credentials|token=/);
});

test("a wrong --log is refused with what it takes", async () => {
  expect((await nonet(["run", document, "--log", "xml"])).err).toContain('--log needs json or text, not "xml".');
  expect((await nonet(["run", document, "--slow-statements", "often"])).err).toContain('--slow-statements needs a number of milliseconds, not "often".');
});
