/** Point 3: finds lines in prose that look like fields. */
import { fold } from "@nonet/feel";
import { isCode, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { readFieldType } from "../syntax/entities/field-type.ts";
import { bulletEdit, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { slice, split } from "../text/split.ts";

/** `**note** text, required`, `note (text, required)`, ``total = `price * 2` ``. */
export function fieldLine(ctx: PointCompiler, words: TextSpan, section: Section): UnreadLine | null {
  const starred = /^(\*\*|__)([^*_:]+)\1\s+(?=[^\s—–-])/.exec(words.text);
  if (starred && isType(ctx, slice(words, starred[0].length))) {
    const end = starred[2]!.length + 2 * starred[1]!.length;
    return { words, what: `the field "${starred[2]}"`, hint: "Write `- name: type`.", edits: [bulletEdit(words), replaceIn(words, end, end, ":")] };
  }
  const enclosed = /^([\p{L}][\p{L}\d _-]*?)\s*\((.+)\)$/u.exec(words.text);
  if (enclosed && enclosed[2] !== undefined && isType(ctx, slice(words, words.text.length - 1 - enclosed[2].length, words.text.length - 1))) {
    const open = words.text.indexOf("(");
    const edits = [bulletEdit(words), replaceIn(words, enclosed[1]!.length, open + 1, ": "), replaceIn(words, words.text.length - 1, words.text.length, "")];
    return { words, what: `the field "${enclosed[1]}"`, hint: "Write `- name: type, attribute`.", edits };
  }
  const computed = /^([\p{L}][\p{L}\d _-]*?)\s*=\s+(?=\S)/u.exec(words.text);
  const isComputed = computed && isCode(slice(words, computed[0].length)) && fold(computed[1]!) !== fold(section.title.text);
  return isComputed ? { words, what: `the computed field "${computed[1]}"`, hint: `Write \`- ${computed[1]}: TYPE = …\`.` } : null;
}

/** Whether the words begin with a type of the notation. A reference to an entity can be prose. */
function isType(ctx: PointCompiler, words: TextSpan): boolean {
  const first = split(words, ",")[0];
  const reading = first && readFieldType(first, ctx.typeNames);
  return reading !== undefined && "type" in reading && (reading.type.kind !== "reference" || reading.type.role !== undefined);
}
