/** Finds sentences in prose that say what happens when a field changes: `When the amount changes, set note = "x".` */
import { fold } from "@nonet/feel";
import { firstWordsOf, statementForms } from "@nonet/forms";
import type { PointNumber, Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { changeWords } from "../resolve/change-words.ts";
import { replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { bare } from "../text/split.ts";

const verbs = new Set(firstWordsOf(statementForms));

/** `section`: null above the point's first one. */
export function changeLine(ctx: PointCompiler, point: PointNumber, words: TextSpan, section: Section | null): UnreadLine | null {
  if (![3, 4, 7].includes(point)) return null;
  const self = section && point !== 7 ? ctx.drafts.get(fold(bare(section.title).text.split(/:|\s\(/)[0]!)) : undefined;
  const found = changeWords(ctx, words.text, self);
  const said = found && /^\s*[:,]\s*(?:then\s+)?(\S.*?)\.?$/is.exec(words.text.slice(found.length))?.[1];
  if (!found || said === undefined || said === null || !verbs.has(/^[a-z]+/i.exec(said)?.[0].toLowerCase() ?? "")) return null;
  const does = point === 7 && section && /^send (?:it|this)$/i.test(said) ? `send "${bare(section.title).text}"` : said;
  // A sentence that explains such a line is prose.
  const sections = [found.draft.section, ...found.draft.machines];
  const labels = sections.flatMap((one) => (one?.blocks ?? []).flatMap((block) => (block.kind === "bullet" && block.label ? [block.label.text] : [])));
  if (labels.some((label) => changeWords(ctx, label, found.draft)?.event === found.event)) return null;
  const bullet = `${found.event}: ${does}`;
  const hint = `Write \`- ${bullet}\` below ${found.draft.name} in point 3.`;
  const what = `what happens on a change of "${found.fields.join('" and "')}"`;
  if (found.draft === self) return { words, what, hint, edits: [replaceIn(words, 0, words.text.length, `- ${bullet}`)] };
  const moved: PlannedFix = {
    title: `Write "${bullet}" at ${found.draft.name} in point 3`,
    edits: [],
    removes: "line",
    adds: [{ kind: "bullet", point: 3, below: found.draft.name, text: bullet }],
  };
  return { words, what, but: `it stands below no heading of ${found.draft.name}`, hint, moved };
}
