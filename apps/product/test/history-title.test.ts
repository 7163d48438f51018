/** The headings of the history's entries, and the currency of a part's amount. */
import { expect, test } from "vitest";
import { speak } from "../src/paint/speak.ts";
import { valueAt, withOwner } from "../src/format/value-at.ts";
import { historyTitle } from "../src/record/history-title.ts";

speak("en");

test("a vote is put in words, and the last one is what it brought about", () => {
  expect(historyTitle("Approve: yes")).toBe("Voted for: Approve");
  expect(historyTitle("Approve: no, Send back")).toBe("Voted against: Approve, Send back");
  expect(historyTitle("Approve: yes, Approve")).toBe("Approve");
  expect(historyTitle("Approve: proposed")).toBe("Proposed: Approve");
});

test("what the product did has words of its own", () => {
  expect(historyTitle("create")).toBe("Created");
  expect(historyTitle("Close, (after 5 days)")).toBe("State changed automatically");
});

test("a part's amount has the currency of its owner", () => {
  const shape = { currencyKey: "order.currency" };
  expect(valueAt(withOwner({ amount: "3" }, shape, { currency: "USD" }), shape.currencyKey)).toBe("USD");
});
