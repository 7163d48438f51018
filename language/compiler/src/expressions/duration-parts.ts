/** `(ends at - starts at).hours` is 12 of a day and 12 hours: a part of a duration where its whole length is meant. */
import type { Expression } from "@nonet/feel";
import type { Fix, Span } from "@nonet/source";
import { isSameExpression } from "../trees/same-expression.ts";

/** Each part, the next larger one, and how many make it up. */
const parts: Readonly<Record<string, { readonly unit: string; readonly larger: string; readonly most: string }>> = {
  hours: { unit: "hour", larger: "days", most: "23" },
  minutes: { unit: "minute", larger: "hours", most: "59" },
  seconds: { unit: "second", larger: "minutes", most: "59" },
  months: { unit: "month", larger: "years", most: "11" },
};

export interface PartRead {
  readonly span: Span;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

type Path = Expression & { readonly kind: "path" };

/** The parts that stand alone. Where the larger part of the same duration is read as well, both together are its length. */
export function lonePartsIn(paths: readonly Path[], textAt: (span: Span) => string): readonly PartRead[] {
  return paths.flatMap((path) => {
    const part = parts[path.field];
    const isWhole = !part || isShort(path.of) || paths.some((other) => other.field === part.larger && isSameExpression(other.of, path.of));
    const written = isWhole ? null : /^(.*?)\s*\.\s*(?:hours|minutes|seconds|months)$/is.exec(textAt(path.span));
    return written ? [partRead(path, written[1]!, textAt)] : [];
  });
}

export const isOfDuration = (e: Expression): e is Path =>
  e.kind === "path" && /^(?:days and time|years and months) duration$/.test(e.of.type.kind) && e.field in { ...parts, days: 0, years: 0 };

/** Between two times of one day there is less than a day; a literal is as it is written. */
const isShort = (of: Expression): boolean =>
  of.kind === "literal" || (of.kind === "binary" && of.operator === "-" && of.left.type.kind === "time" && of.right.type.kind === "time");

function partRead(path: Path, of: string, textAt: (span: Span) => string): PartRead {
  const { unit, larger, most } = parts[path.field]!;
  const { span, field } = path;
  const whole = lengthOf(path, of, textAt, unit);
  return {
    span,
    message: `\`.${field}\` is what is left beside whole ${larger}, at most ${most}: of ${example[field]!}.`,
    hint: `Write \`${whole}\` for the whole length.`,
    fixes: [{ title: `Write "${whole}"`, edits: [{ span, text: whole }] }],
  };
}

const example: Readonly<Record<string, string>> = {
  hours: "36 hours it is 12",
  minutes: "90 minutes it is 30",
  seconds: "90 seconds it is 30",
  months: "18 months it is 6",
};

/** In parentheses where it is part of a product or a difference. */
function lengthOf(path: Path, of: string, textAt: (span: Span) => string, unit: string): string {
  const { span } = path;
  const whole = `${of} / 1 ${unit}`;
  const before = textAt({ ...span, from: Math.max(0, span.from - 3), to: span.from }).trimEnd();
  const behind = textAt({ ...span, from: span.to, to: span.to + 3 }).trimStart();
  return /[*/-]$/.test(before) || behind.startsWith("**") ? `(${whole})` : whole;
}
