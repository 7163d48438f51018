/**
 * Paraphrases: each file of `tests/paraphrases` is about one kind of statement. Its variants give the same product as the
 * canonical form, and each near miss gives one diagnostic whose fix gives it. README.md there describes the format.
 */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Paraphrases, readParaphrases } from "./read-paraphrases.ts";
import { compile } from "./compile-again.ts";

const folder = new URL("./paraphrases/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

/** Files that add to the kind of statement of another one, in a document of their own. */
const supplements: Readonly<Record<string, string>> = {
  "example-with-the-record.txt": "example-action.txt",
  "example-does-with.txt": "example-action.txt",
  "example-hidden-fields.txt": "example-access.txt",
  "example-hidden-fields-of-it.txt": "example-access.txt",
  "example-fields-with-values.txt": "example-state.txt",
  "example-created.txt": "example-refusal.txt",
  "example-screens-in-quotes.txt": "example-screens-opened.txt",
  "example-fields-through-references.txt": "example-state.txt",
  "example-possessive.txt": "example-state.txt",
  "example-guessed-codes.txt": "example-refusal.txt",
  "example-accepted-state.txt": "example-state.txt",
  "said-below-lists.txt": "list-sort.txt",
  "own-through-records.txt": "own.txt",
  "rules-with-commas.txt": "rules-as-sentences.txt",
  "timed-sentences.txt": "transition-rows.txt",
  "transition-bullets.txt": "transition-rows.txt",
  "sums-per-period.txt": "comparisons.txt",
  "their-records.txt": "comparisons.txt",
  "pair-in-hours.txt": "comparisons.txt",
  "their-described-records.txt": "comparisons.txt",
  "all-of-their.txt": "comparisons.txt",
  "none-of-their.txt": "comparisons.txt",
  "whole-by-last-word.txt": "genitive.txt",
  "lists-by-last-word.txt": "record-fields.txt",
  "at-most-for-some.txt": "unique-and-overlap.txt",
  "denied-choices.txt": "comparisons.txt",
  "currency-codes.txt": "comparisons.txt",
  "each-has-value.txt": "comparisons.txt",
  "fields-with-dashes.txt": "text-fields.txt",
  "fields-in-brackets.txt": "text-fields.txt",
  "changes-in-prose.txt": "entity-events.txt",
  "actions-on-their-records.txt": "statements.txt",
  "actions-on-all-their-records.txt": "statements.txt",
  "deleting-while-used.txt": "deleting-and-erasing.txt",
  "my-fields.txt": "comparisons.txt",
  "example-refusal-messages.txt": "example-refusal.txt",
  "example-people-by-role.txt": "example-given-record.txt",
  "call-on-success.txt": "call-expectations.txt",
  "cells-own-fields.txt": "matrix-cells.txt",
  "own-pronouns.txt": "matrix-cells.txt",
  "of-their-own.txt": "who.txt",
  "rights-of-their-records.txt": "rights-in-words.txt",
  "example-sent-to-every.txt": "example-sent.txt",
  "schedule-lines.txt": "schedules.txt",
  "loops-with-their-fields.txt": "statements.txt",
  "loops-of-their-records.txt": "statements.txt",
  "loops-with-several-statements.txt": "statements.txt",
  "conditional-values.txt": "computed-fields.txt",
  "conditions-in-both-cases.txt": "comparisons.txt",
  "days-of-months.txt": "comparisons.txt",
  "roles-of-the-acting-person.txt": "comparisons.txt",
  "distances-below.txt": "comparisons.txt",
  "one-at-a-time.txt": "comparisons.txt",
  "both-or-neither.txt": "comparisons.txt",
  "call-request-lines.txt": "call-requests.txt",
  "days-counted.txt": "computed-fields.txt",
  "products-of-lengths.txt": "computed-fields.txt",
  "forget-fields.txt": "statements.txt",
  "actions-in-tables.txt": "machine-attributes.txt",
  "dashboard-tiles.txt": "dashboard-chart.txt",
  "working-time-above.txt": "working-time.txt",
  "rounded-up-and-down.txt": "computed-fields.txt",
  "weekday-of.txt": "comparisons.txt",
  "excess.txt": "comparisons.txt",
  "excess-in-percent.txt": "comparisons.txt",
  "unnamed-subjects.txt": "comparisons.txt",
  "not-both.txt": "comparisons.txt",
  "share-of.txt": "dashboard-chart.txt",
  "stretches-of-time.txt": "unique-and-overlap.txt",
  "hours-between.txt": "unique-and-overlap.txt",
  "sums-of-the-same.txt": "unique-and-overlap.txt",
  "at-most-in-periods.txt": "unique-and-overlap.txt",
  "characters-of-texts.txt": "text-fields.txt",
  "only-values.txt": "number-fields.txt",
  "mail-to-records.txt": "mail-receivers.txt",
  "people-with-roles.txt": "reference-fields.txt",
  "read-only-unless.txt": "text-fields.txt",
  "numbered-rows.txt": "transition-rows.txt",
  "conditions-first.txt": "statements.txt",
  "holidays-in-words.txt": "holidays.txt",
  "holiday-rows.txt": "holidays.txt",
  "remarks-of-constants.txt": "constants.txt",
  "dashboard-totals.txt": "dashboard-chart.txt",
  "values-together.txt": "comparisons.txt",
  "weekdays.txt": "comparisons.txt",
  "example-named-as-shown.txt": "example-given-record.txt",
  "joined-defaults.txt": "text-fields.txt",
  "defaults-only-where.txt": "text-fields.txt",
  "weekdays-in-general.txt": "comparisons.txt",
  "same-month.txt": "comparisons.txt",
  "within-days-of.txt": "comparisons.txt",
  "within-days-after.txt": "comparisons.txt",
  "latest-in-words.txt": "comparisons.txt",
  "time-passed.txt": "comparisons.txt",
  "time-remaining.txt": "comparisons.txt",
  "other-records-that-are.txt": "comparisons.txt",
  "others-with-the-same.txt": "comparisons.txt",
  "number-of-records-that-are.txt": "comparisons.txt",
  "genitive.txt": "comparisons.txt",
  "belongs-to.txt": "comparisons.txt",
  "neither-nor.txt": "comparisons.txt",
  "one-or-the-other.txt": "comparisons.txt",
  "multiples.txt": "comparisons.txt",
  "whole-numbers.txt": "comparisons.txt",
  "bounds-on-both-sides.txt": "comparisons.txt",
  "several-states.txt": "comparisons.txt",
  "parts-of-dates.txt": "comparisons.txt",
  "completed-years.txt": "comparisons.txt",
  "text-lengths.txt": "comparisons.txt",
  "time-from-now.txt": "comparisons.txt",
  "days-of-moments.txt": "comparisons.txt",
  "present-in-words.txt": "comparisons.txt",
  "greater-and-lesser.txt": "comparisons.txt",
  "lists-in-words.txt": "comparisons.txt",
  "without-records.txt": "comparisons.txt",
  "records-that-are-so.txt": "comparisons.txt",
  "rule-cases.txt": "comparisons.txt",
  "rules-as-sentences.txt": "rule-moments.txt",
  "rule-moments-of-changes.txt": "rule-moments.txt",
  "rule-moments-of-actions.txt": "rule-moments.txt",
  "rule-denied-actions.txt": "rule-moments.txt",
  "rule-required.txt": "comparisons.txt",
  "rule-no-other.txt": "unique-and-overlap.txt",
  "rule-unless.txt": "comparisons.txt",
  "sums-per.txt": "unique-and-overlap.txt",
  "unique-per.txt": "unique-and-overlap.txt",
  "amounts-and-dates.txt": "constants.txt",
  "units-of-constants.txt": "constants.txt",
  "results-as-texts.txt": "decision-cells.txt",
  "results-as-ranges.txt": "decision-cells.txt",
  "foreign-expressions.txt": "comparisons.txt",
  "empty-formulas.txt": "computed-fields.txt",
  "lengths-of-time.txt": "decision-cells.txt",
  "given-inputs.txt": "statements.txt",
  "at-most-per.txt": "unique-and-overlap.txt",
  "among-not.txt": "unique-and-overlap.txt",
  "among-named-conditions.txt": "unique-and-overlap.txt",
  "ages.txt": "comparisons.txt",
  "times-of-day.txt": "comparisons.txt",
  "ticked.txt": "comparisons.txt",
  "clauses-of-records.txt": "comparisons.txt",
  "records-without.txt": "comparisons.txt",
  "values-of-lists.txt": "comparisons.txt",
  "loops-of-records.txt": "statements.txt",
  "among-those.txt": "unique-and-overlap.txt",
  "rule-of-several.txt": "rule-moments.txt",
  "call-backoff.txt": "call-retries.txt",
  "received-names.txt": "call-finds.txt",
  "mail-instead.txt": "mail-receivers.txt",
  "counts-once.txt": "call-finds.txt",
  "schedule-dates.txt": "schedules.txt",
  "schedule-days.txt": "schedules.txt",
  "stop-unless.txt": "statements.txt",
  "cells-except.txt": "matrix-cells.txt",
  "cells-except-fields.txt": "matrix-cells.txt",
  "fields-behind-conditions.txt": "matrix-cells.txt",
  "cells-unless.txt": "matrix-cells.txt",
  "cells-in-states.txt": "matrix-cells.txt",
  "cells-while.txt": "matrix-cells.txt",
  "from-nothing.txt": "transition-rows.txt",
  "decision-bullets.txt": "decisions.txt",
  "asked-lengths.txt": "machine-attributes.txt",
  "cells-of-initials.txt": "matrix-cells.txt",
  "fields-left-out.txt": "rights-in-words.txt",
  "fields-of-last.txt": "rights-in-words.txt",
  "fields-in-parentheses.txt": "rights-in-words.txt",
  "described-rights.txt": "rights-in-words.txt",
  "rights-but-actions.txt": "rights-in-words.txt",
  "clear-fields.txt": "statements.txt",
  "counts-in-words.txt": "comparisons.txt",
  "dates-in-words.txt": "comparisons.txt",
  "field-in-words.txt": "text-fields.txt",
  "field-limits.txt": "number-fields.txt",
  "past-and-future.txt": "text-fields.txt",
  "days-after.txt": "comparisons.txt",
  "days-before.txt": "comparisons.txt",
  "days-between.txt": "comparisons.txt",
  "deleting-only-while.txt": "deleting-and-erasing.txt",
  "records-in-words.txt": "comparisons.txt",
  "example-named-records.txt": "example-given-record.txt",
  "example-lines-added.txt": "example-creation.txt",
  "example-state-after-list.txt": "example-given-record.txt",
  "example-warnings.txt": "example-refusal.txt",
  "example-roles-of-people.txt": "example-given-record.txt",
  "example-states-with-not.txt": "example-state.txt",
  "example-negated-states.txt": "example-state.txt",
  "example-screens-opened.txt": "example-access.txt",
  "example-asked-names.txt": "example-action.txt",
  "example-entities-called-like-roles.txt": "example-state.txt",
  "records-by-number.txt": "example-given-record.txt",
  "records-with-references.txt": "comparisons.txt",
  "delete-it.txt": "statements.txt",
  "guards-in-words.txt": "transition-rows.txt",
  "has-records.txt": "comparisons.txt",
  "guards-unless.txt": "transition-rows.txt",
  "limits-in-words.txt": "comparisons.txt",
  "list-by-date.txt": "list-sort.txt",
  "list-first.txt": "list-sort.txt",
  "loop-conditions.txt": "statements.txt",
  "loops-in-words.txt": "statements.txt",
  "made-by-verbs.txt": "example-creation.txt",
  "mails-to-people.txt": "statements.txt",
  "needed-input.txt": "machine-attributes.txt",
  "no-end-state.txt": "machine-attributes.txt",
  "other-records.txt": "unique-and-overlap.txt",
  "periods.txt": "unique-and-overlap.txt",
  "selected-totals.txt": "computed-fields.txt",
  "bounds-without-ends.txt": "number-fields.txt",
  "rounded-formulas.txt": "computed-fields.txt",
  "numbers-taken.txt": "text-fields.txt",
  "sentences-not-understood.txt": "comparisons.txt",
  "strict-bounds.txt": "number-fields.txt",
  "types-in-words.txt": "text-fields.txt",
  "adds-and-registers.txt": "example-creation.txt",
  "tab-with-list.txt": "record-tab.txt",
  "tab-with-sorted-list.txt": "record-tab.txt",
  "list-selection.txt": "dashboard-list.txt",
  "list-newest.txt": "dashboard-list.txt",
  "books-the-record.txt": "example-creation.txt",
  "parts-for-roles.txt": "dashboard-list.txt",
  "conditions-in-part.txt": "dashboard-list.txt",
  "record-fields.txt": "record-tab.txt",
  "unique-in-words.txt": "unique-and-overlap.txt",
  "my-records.txt": "screen-list.txt",
  "screen-routes.txt": "screen-list.txt",
  "my-records-by-path.txt": "screen-list.txt",
  "set-as-asked.txt": "statements.txt",
  "schedule-records-that-are.txt": "schedules.txt",
  "working-time-rows.txt": "working-time.txt",
  "one-of-each.txt": "decisions.txt",
  "needs-people.txt": "decisions.txt",
  "said-of-values.txt": "comparisons.txt",
  "second-factor.txt": "sign-in.txt",
  "states-as-verbs.txt": "comparisons.txt",
  "secret-link-until.txt": "reference-fields.txt",
  "steps-in-words.txt": "statements.txt",
  "statements-unless.txt": "statements.txt",
  "timer-before.txt": "transition-rows.txt",
  "totals-in-words.txt": "computed-fields.txt",
  "own-in-words.txt": "own.txt",
  "never-but.txt": "never.txt",
  "never-in-states.txt": "never.txt",
  "never-in-sentences.txt": "never.txt",
  "never-by-deed.txt": "never.txt",
  "who-person.txt": "who-cells.txt",
  "who-described.txt": "who-cells.txt",
  "who-except.txt": "who-cells.txt",
  "who.txt": "who-cells.txt",
};

const leftOut: ReadonlySet<string> = new Set(["span", "source", "text", "whereText", "notShown"]);

/** The product as JSON, without places and texts as written. */
function productOf(text: string): { product: string; findings: string[]; diagnostics: ReturnType<typeof compile>["diagnostics"] } {
  const { product, diagnostics } = compile([{ name: "spec.md", text }]);
  const plain = JSON.stringify({ ...product, sources: [] }, (key, value: unknown) => (leftOut.has(key) ? undefined : value));
  return { product: plain, findings: diagnostics.filter((d) => d.severity !== "hint").map((d) => `${d.code}: ${d.message}`), diagnostics };
}

describe.each(files)("%s", (file) => {
  const given: Paraphrases = readParaphrases(new URL(file, folder));
  const canonical = productOf(given.fill(given.canonical));

  test("there are enough of both", () => {
    if (supplements[file]) return expect(files).toContain(supplements[file]);
    expect(given.variants.length).toBeGreaterThanOrEqual(25);
    expect(given.misses.length).toBeGreaterThanOrEqual(10);
  });

  test("the canonical form is legal", () => expect(canonical.findings).toEqual([]));

  test.each(given.variants.map((text, i) => [`${i + 1}. ${text.split("\n")[0]}`, text]))("means the same: %s", (_, text) => {
    const variant = productOf(given.fill(text));
    expect(variant.findings).toEqual([]);
    // Parsed only where they differ, which takes longer than everything else.
    if (variant.product !== canonical.product) expect(JSON.parse(variant.product)).toEqual(JSON.parse(canonical.product));
  });

  test.each(given.misses.map((miss, i) => [`${i + 1}. ${miss.text.split("\n")[0]}`, miss] as const))("is refused: %s", (_, miss) => {
    const { diagnostics, findings } = productOf(given.fill(miss.text));
    expect(findings, "one diagnostic").toHaveLength(1);
    const found = diagnostics.find((d) => d.severity !== "hint")!;
    expect(found.code).toBe(miss.code);
    const line = given.fill(miss.text).slice(0, found.span.from).split("\n").length;
    expect(line, "the line of the diagnostic").toBeGreaterThanOrEqual(given.firstLine);
    if (miss.says !== null) expect(`${found.message} ${found.hint ?? ""}`).toContain(miss.says);
    if (miss.fixed === null) return;
    const [fix] = found.fixes ?? [];
    expect(fix, "a fix").toBeDefined();
    let text = given.fill(miss.text);
    for (const { span, text: now } of [...fix!.edits].sort((a, b) => b.span.from - a.span.from)) text = text.slice(0, span.from) + now + text.slice(span.to);
    expect(text).toBe(given.fill(miss.fixed));
    expect(productOf(text).findings).toEqual([]);
  });
});
