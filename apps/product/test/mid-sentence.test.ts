/** Names of the document inside sentences of the interface. */
import { expect, test } from "vitest";
import { midSentenceIn } from "@nonet/texts";

test("inside a sentence, a label is in lower case but for its initialisms", () => {
  expect(["VAT number", "Work Order", "Purchased on"].map((label) => midSentenceIn("en", label))).toEqual(["VAT number", "work order", "purchased on"]);
  expect(midSentenceIn("de", "Gekauft am")).toBe("Gekauft am");
});
