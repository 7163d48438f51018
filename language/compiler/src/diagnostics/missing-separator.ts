/**
 * A separator that is missing in a list of fields makes one name of two: `promised on remark: text`. Reports it once, where
 * the second field begins, and drops the errors of the lines that read either field.
 */
import { fold } from "@nonet/feel";
import type { Diagnostic, Sources, Span } from "@nonet/source";

export function withMissingSeparators(sources: Sources, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  let all = diagnostics;
  for (const d of diagnostics) {
    const name = /^A context has no field `(.+?)`\./.exec(d.message)?.[1];
    if (name === undefined || !all.includes(d)) continue;
    const known = [...`${d.message} ${d.hint ?? ""}`.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    const joined = known.find((one) => fold(one).endsWith(` ${fold(name)}`));
    const place = joined === undefined ? null : placeOf(sources, joined, name);
    if (joined === undefined || !place) continue;
    const first = joined.slice(0, -name.length).trim();
    all = [...all.filter((one) => one !== d && !isAbout(sources, one, [joined, first])), reportAt(place, joined, name)];
  }
  return all;
}

/** Where the name begins in the only list of fields that has the joined one; null if there is no such list. */
function placeOf(sources: Sources, joined: string, name: string): Span | null {
  const form = new RegExp(`(?<=[:;,(-]\\s+)${joined.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?=\\s*:)`, "giu");
  const found = sources.flatMap(({ text }, file) =>
    [...text.matchAll(form)].map((match) => ({ file, from: match.index + match[0].length - name.length, to: match.index + match[0].length })),
  );
  return found.length === 1 ? found[0]! : null;
}

/** Whether an error is about one of the names. */
function isAbout(sources: Sources, { severity, message, span }: Diagnostic, names: readonly string[]): boolean {
  const text = fold(sources[span.file]!.text.slice(span.from, span.to));
  return severity !== "error"
    ? names.some((name) => message.includes(`"${name}"`))
    : names.some((name) => text === fold(name)) && /^(?:A context has no field|".+" doesn't ask for)/.test(message);
}

const reportAt = (span: Span, joined: string, name: string): Diagnostic => ({
  code: "missing-semicolon",
  severity: "error",
  span,
  message: `A semicolon is missing before "${name}": without it, "${joined}" is the name of one field.`,
  fixes: [{ title: "Add the semicolon", edits: [{ span: { ...span, from: span.from - 1, to: span.from }, text: "; " }] }],
});
