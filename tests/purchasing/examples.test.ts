/** The document's own Examples, run with `nonet test`: two hold, and the third reports why it can't. */
import { expect, test } from "vitest";
import { nonet } from "../nonet-process.ts";
import { specification } from "./world.ts";

test("the Examples of the document", async () => {
  const { code, out } = await nonet(["test", specification]);
  expect(out).toMatch(/^passed {2}no budget, no requisition$/m);
  expect(out).toMatch(/^passed {2}not a cent too much$/m);
  // Its Given makes the order alone: the requisition stands as it starts, a draft, and a draft can't be ordered, twice or once.
  expect(out).toMatch(/^FAILED {2}an order only once \(.*purchasing\.md:387\)$/m);
  // The buyer may not read the requisition before it is approved, so nobody tells them of its state.
  expect(out).toContain("it was refused: invalid-value at requisition (There is no such requisition.)");
  expect(out).toMatch(/2 passed, 1 failed/);
  expect(code).toBe(1);
}, 120_000);
