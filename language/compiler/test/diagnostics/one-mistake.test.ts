/** A single mistake gives at most one error, nine times of ten: a dropped character, another separator, or a misspelt word anywhere in the examples. Nine in each document, with NONET_LONG three times as many. */
import { expect, it, test } from "vitest";
import { makeChecker } from "@nonet/compiler";
import { compile } from "../../../../tests/compile-again.ts";
import { desk, planted } from "../desk.ts";
import { dice, documents } from "../mutations.ts";

const [total, least] = process.env["NONET_LONG"] ? [330, 300] : [110, 100];

type Mutation = (text: string, at: number) => string | null;

const swapped: Readonly<Record<string, string>> = { ",": ";", ";": ",", ":": ";" };

const mutations: readonly Mutation[] = [
  (text, at) => (/[^\s|-]/.test(text[at]!) ? text.slice(0, at) + text.slice(at + 1) : null),
  (text, from) => {
    const at = from + text.slice(from).search(/[,;:](?=\s)/);
    return at < from ? null : text.slice(0, at) + swapped[text[at]!]! + text.slice(at + 1);
  },
  (text, from) => {
    const at = from + text.slice(from).search(/(?<=[A-Za-z]{2})[A-Za-z]{3}/);
    return at < from || text[at] === text[at + 1] ? null : text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
  },
];

/** The numbers of errors after single mistakes at random places of a document without errors. */
function counts(text: string, seed: number, times: number): number[] {
  const checker = makeChecker();
  const errors = (now: string): number => checker.check([{ name: "spec.md", text: now }]).diagnostics.filter(({ severity }) => severity === "error").length;
  expect(errors(text)).toBe(0);
  const roll = dice(seed);
  return Array.from({ length: times }, (_, i) => {
    let now: string | null = null;
    while (now === null) now = mutations[i % mutations.length]!(text, roll(text.length));
    return errors(now);
  });
}

it("gives at most one error in more than nine of ten places", () => {
  const all = documents.flatMap((text, i) => counts(text, i + 7, Math.ceil(total / documents.length)));
  const share = all.filter((count) => count <= 1).length / all.length;
  console.info(`${all.length} single mistakes: at most one error for ${(share * 100).toFixed(1)} %, at most ${Math.max(...all)} for any`);
  expect(all.length).toBeGreaterThanOrEqual(least);
  expect(share).toBeGreaterThanOrEqual(0.95);
}, 600_000);

const errorsIn = (text: string): string[] =>
  compile([{ name: "spec.md", text }])
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ code, span }) => `${code} «${text.slice(span.from, span.to)}»`);

/** Mistakes in a line on which many others depend. */
const slips: readonly (readonly [string, string, string])[] = [
  ["- end date: date, required", "- end date; date, required", "missing-colon «end date;»"],
  ["- end date: date, required", "- end date, date, required", "missing-colon «end date,»"],
  ["- end date: date, required", "- end date date, required", "missing-colon «end date»"],
  ["- end date: date, required", "- end dae: date, required", "misspelt-definition «end dae»"],
  ["- item: Item, required", "- itme: Item, required", "misspelt-definition «itme»"],
  ["- Subject: Your loan {number} is approved", "- Subject; Your loan {number} is approved", "missing-colon «Subject;»"],
  ["### Loan approved", "### Loan aproved", "unknown-call «Loan approved»"],
  ["## 9. Business constants and limits", "# 9. Business constants and limits", "unknown-point «9. Business constants and limits»"],
  ["no overlap of `[start date..end date]`", "no overap of `[start date..end date]`", "unreadable-value «overap»"],
];

test.each(slips)("%s → %s", (was, now, error) => expect(errorsIn(planted(was, now).text)).toEqual([error]));

test("an example may have another separator", () => expect(errorsIn(desk.replace("Example: ", "Example; "))).toEqual([]));
