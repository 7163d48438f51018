/** The fields that a bullet of an entity defines. */
import type { Block, Bullet, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { cut, slice, split } from "../../text/split.ts";
import { bracketedField, bracketedLabel } from "./bracketed-field.ts";
import { fieldFrom, type RawField, readAttribute, withFormula } from "./field.ts";
import { beginsWithType } from "./field-type.ts";

/** `- **Money**:` above nested fields is a heading of theirs, and no field of its own. */
export const isFieldGroup = ({ label, value, children }: Bullet): boolean =>
  label !== undefined &&
  value?.text === "" &&
  children.length > 0 &&
  children.every((child) => child.kind === "bullet" && child.label && child.value && readAttribute(child.words).kind === "unknown");

/** The fields that a bullet defines: `name: type, attribute, …` with its children as further attributes, `first, second: type`, or `name = EXPR`. */
export function rawFieldsOf(bullet: Bullet): readonly RawField[] {
  if (isFieldGroup(bullet)) return bullet.children.flatMap((child) => (child.kind === "bullet" ? rawFieldsOf(child) : []));
  const more = bullet.children.flatMap((child: Block) => (child.kind === "bullet" ? split(child.words, ",").map(readAttribute) : []));
  const written =
    bullet.label && bullet.value
      ? labelled(bullet.label, bullet.value, bullet.span)
      : [computedField(bullet.words, bullet.span) ?? bracketedField(bullet.words, bullet.span) ?? dashedField(bullet.words, bullet.span)];
  return written.flatMap((field) => (field ? [withFormula({ ...field, attributes: [...field.attributes, ...more] })] : []));
}

function labelled(label: TextSpan, value: TextSpan, span: Span): readonly RawField[] {
  const inBrackets = bracketedLabel(label, value, span);
  return inBrackets ? [inBrackets] : namesIn(label).map((name) => fieldFrom(name, value, span));
}

/** `starts at, ends at` are two names. */
function namesIn(label: TextSpan): readonly TextSpan[] {
  const names = split(label, ",;");
  return names.length > 1 && names.every(({ text }) => /^[\p{L}\d*`"]/u.test(text)) ? names : [label];
}

/** `total = sum(lines.amount), hidden`: a computed field whose type follows from its expression. */
function computedField(words: TextSpan, span: Span): RawField | null {
  const equals = cut(words, /\s*(?<![<>!=])=\s+/);
  if (!equals || !/^[\p{L}*_`][\p{L}\p{N} _*`'’-]*$/u.test(equals.before.text) || equals.after.text === "") return null;
  return fieldFrom(equals.before, slice(words, equals.match.index), span);
}

/** `**name** – text, required`. */
function dashedField(words: TextSpan, span: Span): RawField | null {
  const parts = cut(words, /\s+[–—]\s+|(?<=\*\*)\s+-\s+/);
  return parts && /^(?:\*\*[^*]+\*\*|\p{Ll}[\p{L}\d ]{0,40})$/u.test(parts.before.text) && beginsWithType(parts.after.text) ? fieldFrom(parts.before, parts.after, span) : null;
}
