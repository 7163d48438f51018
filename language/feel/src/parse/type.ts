/** Parses a type, after `instance of` or in a parameter: `list<number>`, `context<a: date>`, `function<number> -> string`. */
import { nearest } from "@nonet/source";
import { accept, isSign, expect, peek, type Reader, replaceBy, report, spanSince } from "../syntax/reader.ts";
import { any, date, days, local, months, number, string, time } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";

const named: Readonly<Record<string, Type>> = {
  any,
  boolean: { kind: "boolean" },
  number,
  string,
  date,
  time,
  "date and time": local,
  "days and time duration": days,
  "day time duration": days,
  "years and months duration": months,
  "year month duration": months,
  list: { kind: "list", of: any },
  range: { kind: "range", of: any },
  context: { kind: "context", entries: {} },
  function: { kind: "function", parameters: [], result: any },
  null: { kind: "null" },
};

export function parseType(r: Reader): Type {
  const from = peek(r).from;
  let count = 0;
  while (
    peek(r, count).kind === "word" &&
    !["then", "else", "return", "satisfies", "or"].includes(peek(r, count).text) &&
    !(peek(r, count).text === "and" && !/^(time|months)$/.test(peek(r, count + 1).text))
  )
    count++;
  if (count === 0) expect(r, "a type");
  r.at += count;
  const name = fold(r.text.slice(from, r.tokens[r.at - 1]?.to ?? from));
  if (isSign(peek(r), "<")) return parseGeneric(r, name);
  if (Object.hasOwn(named, name)) return named[name]!;
  const record = r.scope.fieldsOf(r.text.slice(from, r.tokens[r.at - 1]?.to ?? from));
  if (record) return { kind: "record", name: r.text.slice(from, r.tokens[r.at - 1]!.to) };
  const meant = nearest(name, Object.keys(named));
  report(r, "unknown-type", spanSince(r, from), `There is no type \`${name}\`.${meant === undefined ? "" : ` Did you mean \`${meant}\`?`}`, {
    hint: `Types are ${Object.keys(named).join(", ")}.`,
    fixes: meant === undefined ? [] : [replaceBy(spanSince(r, from), meant)],
  });
  return any;
}

function parseGeneric(r: Reader, name: string): Type {
  expect(r, "<");
  const inner: { name: string; type: Type }[] = [];
  while (!accept(r, ">") && !r.failed) {
    const key = name === "context" ? r.text.slice(peek(r).from, (r.at++, r.tokens[r.at - 1]!.to)) : "";
    if (name === "context") expect(r, ":");
    inner.push({ name: key, type: parseType(r) });
    if (!isSign(peek(r), ">")) expect(r, ",");
  }
  if (name === "list" || name === "range") return { kind: name, of: inner[0]?.type ?? any };
  if (name === "context") return { kind: "context", entries: Object.fromEntries(inner.map((each) => [each.name, each.type])) };
  if (name === "function") {
    expect(r, "->");
    return { kind: "function", parameters: inner.map((each, i) => ({ name: `p${i + 1}`, type: each.type })), result: parseType(r) };
  }
  return any;
}
