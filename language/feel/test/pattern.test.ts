/** Patterns that run with RE2 give the same matches as the JavaScript engine, in linear time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../src/check/check.ts";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { matchesWhole, readWholePattern } from "../src/values/pattern.ts";
import { readPattern, type PatternFault } from "../src/values/pattern.ts";

const alphabet = ["a", "b", "A", "é", "ß", "ſ", "K", "k", "0", "_", "-", " ", "\u00a0", "\u2028", "\n", "\r", "\v", "😀", "Ω", "]", "^", "."];
const sources = [
  "a+", "(a|b)*?-", "[^a]", "\\s+", "\\S", "[\\s\\d]", "[^\\s\\w]", "[\\S]", "[\\D]", "\\w+", "\\W", "[\\w-]", ".", "^.$", "a$", "^$", "\\bk", "\\u{1F600}", "\\uD83D\\uDE00", "\\u00e9", "\\x41",
  "[\\u00e0-\\u00ef]", "\\p{Lu}", "\\P{L}", "[\\p{Ll}_]", "\\p{Script=Greek}", "\\p{Alphabetic}", "[^]", "[]", "a{2}", "a{0,3}b", "(?:a|ab)(?:c|b)?", "\\cJ", "[\\b]", "\\^|\\]|\\.", "(?<first>a)(?<second>b)?", "[[]", "\\/", "[a-zA-Z_][\\w.]*",
]; // prettier-ignore

describe("RE2 and the JavaScript engine agree", () => {
  test.each(["u", "iu", "su", "isu"])("with the flags %s", (flags) => {
    for (const source of sources) {
      // XPath has no `\b`. With the flag `i`, JavaScript counts the long s and the Kelvin sign as letters, and RE2 doesn't.
      if (source === "\\bk" && flags.includes("i")) continue;
      const native = new RegExp(source, flags);
      const pattern = readPattern(source, flags.replace("u", ""));
      // XPath has no named groups, so such patterns are only tested as patterns of fields.
      const ours = typeof pattern === "string" ? null : pattern;
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }), (signs) => {
          const text = signs.join("");
          if (ours) {
            expect([source, text, ours.test(text)]).toEqual([source, text, native.test(text)]);
            const found = [...ours.matches(text)].map((m) => [m.index, ...m.groups]);
            expect([source, text, found]).toEqual([source, text, [...text.matchAll(new RegExp(source, `${flags}g`))].map((m) => [m.index, ...m])]);
          }
          if (flags === "u") expect([source, text, matchesWhole(source, text)]).toEqual([source, text, new RegExp(`^(?:${source})$`, "u").test(text)]);
        }),
        { numRuns: 150 },
      );
    }
  });

  test("on every single character, inside and outside character classes", () => {
    for (const source of ["\\s", "\\w", "[^\\d]", ".", "[\\W]", "\\p{Nd}", "[\\p{Lu}-]"]) {
      const native = new RegExp(`^(?:${source})$`, "u");
      const wrong: number[] = [];
      for (let code = 0; code < 0x3100; code++) if (native.test(String.fromCodePoint(code)) !== matchesWhole(source, String.fromCodePoint(code))) wrong.push(code);
      expect([source, wrong]).toEqual([source, []]);
    }
  });
});

test.each([
  ["^(a+)+$", "a".repeat(5_000) + "b"],
  ["(a|aa)+", "a".repeat(5_000) + "b"],
  ["([a-zA-Z]+)*\\d", "x".repeat(5_000)],
  ["(.*a){20}", "a".repeat(19) + "b".repeat(5_000)],
])("a pattern that would block a backtracking engine returns: %s", (source, text) => {
  expect(matchesWhole(source, text)).toBe(false);
  expect(evaluate(`matches("${text}", "^(${source.replaceAll("\\", "\\\\")})$")`, {}).value).toBe(false);
});

test.each<readonly [string, PatternFault]>([
  ["a(?=b)", "lookaround"],
  ["(?<!a)b", "lookaround"],
  ["(a+)\\1", "backreference"],
  ["(a|b)\\1", "backreference"],
  ["a{1,256}", "repetition"],
  ["(x{1,255}){1,255}", "repetition"],
  ["((a{100}){100}){100}", "repetition"],
  ["[a-z]{255}".repeat(20), "repetition"],
  ["(", "invalid"],
  ["a)|(b", "invalid"],
])("%s is rejected: %s", (source, fault) => {
  expect([readPattern(source, ""), readWholePattern(source)]).toEqual([fault, fault]);
  const codes = check(
    `matches("x", "${source.replaceAll("\\", "\\\\")}")`,
    { file: 0, from: 0 },
    { lookup: () => undefined, names: () => [], fieldsOf: () => undefined },
  ).diagnostics.map((d) => d.code);
  expect(codes).toEqual([fault === "invalid" ? "invalid-literal" : "unsupported-pattern"]);
});

test("a backreference works in a pattern without repetitions", () => {
  expect(["abab", "abba"].map((text) => matchesWhole("(ab)\\1", text))).toEqual([true, false]);
});

test("literal flags are checked together with the pattern", () => {
  const scope = { lookup: () => undefined, names: () => [], fieldsOf: () => undefined };
  const codes = (text: string) => check(text, { file: 0, from: 0 }, scope).diagnostics.map((d) => d.code);
  expect([codes('matches("a(", "(", "q")'), codes('replace("a(", "(", "x", "q")'), codes('matches("a", "(", "i")'), codes('replace("a", "a{300}", "x", "i")')]).toEqual([
    [],
    [],
    ["invalid-literal"],
    ["unsupported-pattern"],
  ]);
});
