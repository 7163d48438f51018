/** Point 3: fields written below a bullet without one of their own, which Markdown reads as that bullet's text. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { typeNames } from "../../syntax/entities/field-type.ts";

/** Whether the words go on over fields without bullets; then it is reported. */
export function reportMissingBullets(ctx: PointCompiler, words: TextSpan): boolean {
  const [, ...below] = words.text.split("\n");
  const starts = [...words.text.matchAll(/\n[ \t]*/g)].map(({ index, 0: found }) => words.span.from + index + found.length);
  if (below.length === 0 || !below.every((line) => looksLikeField(line.trim()))) return false;
  const name = /^[^:]*/.exec(below[0]!.trim())![0];
  ctx.report("unknown-attribute", { ...words.span, from: starts[0]!, to: starts[0]! + name.length }, `"${name}" isn't a field yet: a bullet is missing before it.`, {
    hint: "Each field is a bullet of its own.",
    fixes: [
      { title: starts.length === 1 ? "Write it as a bullet" : "Write them as bullets", edits: starts.map((from) => ({ span: { ...words.span, from, to: from }, text: "- " })) },
    ],
  });
  return true;
}

const looksLikeField = (line: string): boolean => {
  const type = /^[\p{L}][^:`|]{0,60}:\s*([\p{L} ]+)/u.exec(line)?.[1];
  return type !== undefined && typeNames.some((one) => fold(type) === fold(one) || fold(type).startsWith(`${fold(one)} `));
};
