/** The catalogues: every text for people stands in them, and every language has every text with the same placeholders. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { sayIn, translatedLanguages } from "@nonet/texts";
import { describe, expect, test } from "vitest";
import { root } from "../nonet-process.ts";
import { textsIn } from "./find-texts.ts";

const product = join(root, "apps/product/src");
const catalogues = [
  { folder: join(product, "texts"), code: [product], call: /(?<![\w.$])t\(\s*"([a-z0-9-]+)"/g },
  {
    folder: join(root, "language/texts/src/catalogues"),
    code: ["runtime/engine/src", "runtime/server/src", "targets/api/src"].map((path) => join(root, path)),
    call: /"([a-z0-9-]+)"/g,
  },
];

const read = (folder: string, language: string): Readonly<Record<string, string>> => JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8"));

function sources(folder: string): readonly { file: string; text: string }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  return names.map((name) => ({ file: name, text: readFileSync(join(folder, name), "utf8") }));
}

describe.each(catalogues)("$folder", ({ folder, code, call }) => {
  const english = read(folder, "en");

  test("has a file for every language", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(files.sort()).toEqual(translatedLanguages.map((language) => `${language}.json`).sort());
  });

  test.each(translatedLanguages.filter((language) => language !== "en"))("%s has every text, with the same placeholders", (language) => {
    const texts = read(folder, language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const wrong = Object.keys(english).filter((key) => placeholders(texts[key]!) !== placeholders(english[key]!));
    expect(wrong).toEqual([]);
  });

  test("has no text that nothing uses, and each is without blanks at its ends", () => {
    const used = new Set(code.flatMap(sources).flatMap(({ text }) => [...text.matchAll(call)].map((found) => found[1]!)));
    expect(Object.keys(english).filter((key) => !used.has(key) && !key.startsWith("error-"))).toEqual([]);
    expect(Object.values(english).filter((text) => text !== text.trim() || text === "")).toEqual([]);
  });
});

/** The names of the values that a message needs. */
function placeholders(text: string): string {
  const names = new Set<string>();
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      names.add(String(token[0]));
      if (token[2] && typeof token[2] === "object") Object.values(token[2]).forEach(collect);
    }
  };
  collect(compileMessage(text));
  names.delete("#");
  return [...names].sort().join(" ");
}

test("no text of the front end stands outside its catalogue", () => {
  expect(sources(product).flatMap(({ file, text }) => textsIn(file, text))).toEqual([]);
});

test.each([
  ["<p>Try again</p>", ["x.tsx:1 Try again"]],
  ['<Input label="Your name" className="wide" />', ['x.tsx:1 "Your name"']],
  ['<p>{done ? "saved" : null}</p>', ['x.tsx:1 "saved"']],
  ["<b title={`Open ${name}`} />", ["x.tsx:1 `Open ${name}`"]],
  ['notify({ message: "Saved.", color: "red" })', ['x.tsx:1 "Saved."']],
  ['window.confirm("Leave?")', ['x.tsx:1 "Leave?"']],
  ['<p title={t("leave")}>{t("saved")} {kind === "done" ? name : null}</p>', []],
])("finds the texts of %s", (source, texts) => {
  expect(textsIn("x.tsx", `const x = ${source};`)).toEqual(texts);
});

test("messages are filled by the language's own rules", () => {
  expect(sayIn("de", "minutes", { minutes: 1 })).toBe("1 Minute");
  expect(sayIn("de", "minutes", { minutes: 1500 })).toBe("1.500 Minuten");
  expect(sayIn("fr", "minutes", { minutes: 2 })).toBe("2 minutes");
});
