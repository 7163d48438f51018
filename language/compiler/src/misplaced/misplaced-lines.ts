/** Finds statements that are written in the wrong point, where they would be read as prose. */
import { fold, readValue } from "@nonet/feel";
import { type Block, labelled, type PointNumber, pointTitles, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { limitOf } from "../syntax/constants/limits.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import type { UnreadLine } from "../syntax/prose-lines.ts";
import { isField, isNoRole, type Names, statementForms, unknownNames } from "../syntax/statement-forms.ts";
import { bare } from "../text/split.ts";

/** The points that the line is a statement of; null for prose, and if `point` is one of them. */
function misplaced(point: PointNumber, words: TextSpan, names: Names): { readonly points: readonly PointNumber[]; readonly what: string } | null {
  const parts = words.text.includes(":") ? labelled(words) : null;
  if (!parts || parts.value.text === "") return condition(point, words, names);
  const key = fold(parts.label.text);
  const form = statementForms.find(({ label, fits }) => label.test(key) && fits(parts.value, names));
  if (form) return form.points.includes(point) ? null : { points: form.points, what: `the statement "${parts.label.text}"` };
  if (point !== 9 && limitOf(key) && readValue(parts.value.text)) return { points: [9], what: `the value of "${key}"` };
  return ![3, 4, 7].includes(point) && isField(words, names) ? { points: [3], what: `the field "${parts.label.text}"` } : null;
}

const conditionForm = /^(?:an?|each|every|the)\s+(.+?)\s+is\s+([^,:;`]+?)\s+when\s+(?:`[^`]+`|[^`\n]*\s(?:=|!=|[<>]=?)\s[^`\n]*)\.?$/i;

/** ``A Paper is conflicted when `…` ``. With a state it is prose. */
function condition(point: PointNumber, words: TextSpan, names: Names): ReturnType<typeof misplaced> {
  const found = point !== 6 && words.text.includes(" when ") ? conditionForm.exec(words.text) : null;
  return found && names.isEntity(found[1]!) && !names.isState(found[2]!) ? { points: [6], what: `the condition "${found[2]}"` } : null;
}

const namesOf = (ctx: PointCompiler): Names => ({
  types: ctx.typeNames,
  isEntity: (name) => ctx.drafts.has(fold(name)),
  isField: (name) => [...ctx.drafts.values()].some((draft) => draft.fields.has(fold(plain(name)))),
  isState: (name) => [...ctx.drafts.values()].some((draft) => [draft, ...draft.further].some(({ states: all }) => all.some((state) => fold(state) === fold(plain(name))))),
  isRole: (name) => ctx.declared.roles.has(fold(name)) || /^(?:anyone|everyone|nobody|bearer)$/i.test(name),
});

const plain = (text: string): string => bare({ text: text.trim(), span: { file: 0, from: 0, to: 0 } }).text;

/** A line of a paragraph that belongs to another point. `section` is null above the point's first one. */
export function misplacedLine(ctx: PointCompiler, point: PointNumber, words: TextSpan, section: Section | null): UnreadLine | null {
  const names = namesOf(ctx);
  // A statement of its own point only lacks a section.
  const lacks = section === null && [3, 4].includes(point) ? misplaced(9, words, names) : null;
  if (lacks?.points.includes(point))
    return { words, what: lacks.what, but: "there is no `### Name` above it", hint: "Write it as a bullet below the `### Name` that it belongs to." };
  const found = misplaced(point, words, names);
  return found && { words, what: found.what, but: `it belongs to ${inWords(found.points)}`, hint: writeIt(found.points), ...movedTo(found.points, words) };
}

/** A line of point 6 needs nothing around it, so it can be moved there. */
const movedTo = (points: readonly PointNumber[], { text }: TextSpan): { readonly moved?: PlannedFix } =>
  points.length === 1 && points[0] === 6 ? { moved: { title: "Move it to point 6", edits: [], removes: "line", adds: [{ kind: "paragraph", point: 6, text }] } } : {};

const inWords = (points: readonly PointNumber[]): string => (points.length === 1 ? `point ${points[0]}` : `points ${points.join(" and ")}`);
const writeIt = (points: readonly PointNumber[]): string =>
  `Write it in ${points.map((point) => `point ${point}, "${pointTitles[point]}"`).join(", or in ")}, in the form used there.`;

/** Bullets that no other check reports: those of points whose bullets need no colon, and those of point 6 that aren't roles. */
export function checkMisplacedBullets(ctx: PointCompiler, point: PointNumber, blocks: readonly Block[]): void {
  for (const block of blocks) {
    if (block.kind !== "bullet" || !(point === 6 ? isNoRole(block.words) : [1, 2, 8].includes(point) && !block.label)) continue;
    const found = misplaced(point, block.words, point === 6 ? unknownNames : namesOf(ctx));
    if (found)
      ctx.report("unread-attribute", block.words.span, `This looks like ${found.what}, but it belongs to ${inWords(found.points)}.`, {
        hint: writeIt(found.points),
        fixes: [movedTo(found.points, block.words).moved ?? []].flat(),
      });
  }
}
