/** `nonet test`: a document's examples, run by the command as a person would. */
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

it("prints each example, the step that came out otherwise, and the count last", async () => {
  const path = write("desk.md", desk + twice + wrong);
  const said = await nonet(["test", path]);
  expect(said.code, said.err).toBe(1);
  const lines = said.out.trim().split("\n");
  const line = readFileSync(path, "utf8").split("\n").lastIndexOf("- Then ITEM_TAKEN") + 1;
  expect(lines).toEqual([
    "passed  an item can't be lent twice",
    `FAILED  an item that is free is taken (${path}:${line})`,
    "        expected: ITEM_TAKEN",
    "        seen:     it was done",
    "1 passed, 1 failed",
  ]);
}, 120_000);

it("ends with 0 where all pass, and where there are none", async () => {
  const said = await nonet(["test", write("good.md", desk + twice)]);
  expect([said.code, said.out.trim().split("\n").at(-1)]).toEqual([0, "1 passed, 0 failed"]);
  expect(said.err).not.toMatch(/aren't run yet/);
  const none = await nonet(["test", write("none.md", desk)]);
  expect([none.code, none.out.trim().split("\n").at(-1)]).toEqual([0, "0 passed, 0 failed"]);
}, 120_000);

it("shows a step without a reading where it stands, and runs nothing", async () => {
  const said = await nonet(["test", write("odd.md", `${desk}\nExample: odd\n- Given a Lorn "x"\n`)]);
  expect(said.code).toBe(1);
  expect(said.err).toMatch(/error \[unreadable-step\] "Lorn" is not an entity of point 3\.[^]*\n\d+ \| - Given a Lorn "x"\n/);
  expect(said.out).toBe("");
});
