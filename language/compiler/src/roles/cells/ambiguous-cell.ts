/** Point 6: reports cells that can be read in two ways. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { slice, split } from "../../text/split.ts";
import { type CellPlace, leftOut, namesFields, rightOf, rightsIn } from "./cell-entries.ts";

/** A word after a comma that can be a verb or an action, or another state or field of the list before it. */
export function reportTwoReadings(ctx: PointCompiler, place: CellPlace, cell: TextSpan): boolean {
  if (!/[,/]/.test(cell.text) || !/\bwhile\s|:/i.test(cell.text)) return false;
  const fields = [...place.draft.fields.values()].map((field) => field.name);
  const isOneOf = (names: readonly string[], words: TextSpan): boolean => names.some((name) => fold(name) === fold(words.text));
  for (const part of split(cell, ";")) {
    let list: "state" | "field" | null = null;
    for (const piece of split(part, ",/")) {
      const known = list === "state" ? isOneOf(place.draft.states, piece) : list === "field" && isOneOf(fields, piece);
      if (known && rightOf(place, piece) !== null) {
        const isState = list === "state";
        ctx.report(
          "ambiguous-commas",
          piece.span,
          `"${piece.text}" could be another ${isState ? "state" : "field"}, or ${typeof rightOf(place, piece)!.right === "string" ? "the verb" : "the action"}.`,
          {
            hint: isState ? `Separate verbs with \`;\`, or name the state ${piece.text} first.` : "Separate verbs with `;`, or put the list of fields in parentheses.",
          },
        );
        return true;
      }
      if (/\bwhile\s+[^`]*$/i.test(piece.text)) list = "state";
      else if (/^\p{L}+\s*:/u.test(piece.text)) list = "field";
      else if (!known) list = null;
    }
  }
  return false;
}

/** `read, update, except notes`: it isn't clear whether the fields are left out of the first right too. */
export function reportSharedException(ctx: PointCompiler, place: CellPlace, cell: TextSpan, entries: readonly TextSpan[]): boolean {
  const at = entries.findIndex(({ text }) => leftOut.test(text) && namesFields(place, text.replace(leftOut, "")));
  if (at < 1) return false;
  const before = entries.slice(0, at);
  const exception = entries[at]!;
  const without = (words: TextSpan): string => {
    const right = rightOf(place, words);
    if (right === null || !["create", "read", "update"].includes(String(right.right))) return words.text;
    return `${words.text.slice(0, right.length)} (all ${exception.text})${words.text.slice(right.length)}`;
  };
  const ways = [before.map((words, i) => (i < at - 1 ? words.text : without(words))), before.map(without)].map((rights) =>
    [...rights, ...entries.slice(at + 1).map(({ text }) => text)].join("; "),
  );
  ctx.report("ambiguous-commas", exception.span, `"${exception.text}" could apply to "${before.at(-1)!.text}" only, or to each right before it.`, {
    hint: `Write it behind each right that it applies to: \`${ways[0]}\`, or \`${ways[1]}\`.`,
    fixes: ways.map((text) => ({ title: `Write "${text}"`, edits: [{ span: cell.span, text }] })),
  });
  return true;
}

/** `read and update own`: it isn't clear whether the condition applies to the first verb too. */
export function reportSharedCondition(ctx: PointCompiler, place: CellPlace, cell: TextSpan): boolean {
  if (!/\sand\s|\S\/\S/i.test(cell.text)) return false;
  for (const piece of split(cell, ";").flatMap((part) => split(part, ","))) {
    const rights = rightsIn(place, piece);
    for (const [i, { words, by }] of rights.entries()) {
      const before = rights[i - 1]?.words;
      if (by !== "and" || !before || rightOf(place, before)?.length !== before.text.length) continue;
      const limits = slice(words, rightOf(place, words)!.length).text;
      if (limits === "") continue;
      const verb = words.text.slice(0, rightOf(place, words)!.length);
      ctx.report("ambiguous-commas", piece.span, `"${limits}" could apply to "${verb}" only, or also to "${before.text}".`, {
        hint: `Separate them with \`;\`: \`${before.text}; ${words.text}\`, or \`${before.text} ${limits}; ${words.text}\`.`,
      });
      return true;
    }
  }
  return false;
}
