/** `nonet test`: runs a document's examples from the command line. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";

const desk = readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8");
const folder = temporaryFolder();
afterAll(() => folder.remove());

const twice = `
Example: an item can't be lent twice
- It is 2026-03-01 09:00
- Given an Item "Beamer" with daily fee 5
- Given a Loan of "Beamer" by "Ada" from 2026-03-02 to 2026-03-05, approved
- When Borrower "Bo" creates a Loan with item "Beamer", start date 2026-03-05, end date 2026-03-06
- Then ITEM_TAKEN
`;
const wrong = `
Example: an item that is free is taken
- Given an Item "Beamer"
- When Borrower "Bo" creates a Loan with item "Beamer", start date \`today()\`, end date \`today()\`
- Then ITEM_TAKEN
`;

function write(name: string, text: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  return path;
}

it("prints each example, the step that failed, then the counts", async () => {
  const path = write("desk.md", desk + twice + wrong);
  const result = await nonet(["test", path]);
  expect(result.code, result.err).toBe(1);
  const lines = result.out.trim().split("\n");
  const line = readFileSync(path, "utf8").split("\n").lastIndexOf("- Then ITEM_TAKEN") + 1;
  expect(lines).toEqual([
    "passed  an item can't be lent twice",
    `FAILED  an item that is free is taken (${path}:${line})`,
    "        expected: ITEM_TAKEN",
    "        actual:   it was done",
    "1 passed, 1 failed",
  ]);
}, 120_000);

it("exits with 0 if all examples pass, or if there are none", async () => {
  const result = await nonet(["test", write("good.md", desk + twice)]);
  expect([result.code, result.out.trim().split("\n").at(-1)]).toEqual([0, "1 passed, 0 failed"]);
  expect(result.err).not.toMatch(/aren't run yet/);
  const none = await nonet(["test", write("none.md", desk)]);
  expect([none.code, none.out.trim().split("\n").at(-1)]).toEqual([0, "0 passed, 0 failed"]);
}, 120_000);

it("reports an unreadable step at its line, and runs nothing", async () => {
  const result = await nonet(["test", write("odd.md", `${desk}\nExample: odd\n- Given a Lorn "x"\n`)]);
  expect(result.code).toBe(1);
  expect(result.err).toMatch(/error \[unreadable-step\] "Lorn" is not an entity of point 3\.[^]*\n\d+ \| - Given a Lorn "x"\n/);
  expect(result.out).toBe("");
});
