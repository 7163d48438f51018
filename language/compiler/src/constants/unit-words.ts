/** Reports a value with words behind it that are neither a unit nor a remark, as in `14 dayz` or `£2 unless late`. */
import { type Expression, readValue } from "@nonet/feel";
import { type Fix, nearest } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { type RawConstant, type RawValue, rawValues } from "../syntax/constants/constant-rows.ts";

interface Counted {
  readonly value: string;
  readonly unit: string;
}

const units = ["seconds", "minutes", "hours", "days", "weeks", "months", "years", "working days", "working hours"];

/** The longest value with which the words begin, and the rest; undefined if they begin with none. */
function countedIn({ words, read }: RawValue): Counted | undefined {
  const pieces = read ? [] : words.text.split(" ");
  for (let count = pieces.length - 1; count > 0; count--) {
    const [value, unit] = [
      pieces.slice(0, count).join(" ").replace(/,$/, ""),
      pieces
        .slice(count)
        .join(" ")
        .replace(/^\((.*)\)$/, "$1"),
    ];
    const found = readValue(value)?.type.kind;
    if (found !== undefined && found !== "string" && found !== "boolean" && found !== "null")
      return /^[\p{L} ]+$/u.test(unit) && nearest(unit, units) === undefined ? { value, unit } : undefined;
  }
  return undefined;
}

/** Reports the first of the values that has such words; whether this one has them. */
export function reportUnitWords(context: Context, raw: RawConstant, part: RawValue): boolean {
  const counted = countedIn(part);
  if (!counted) return false;
  const alike = rawValues(raw).filter((one) => countedIn(one)?.unit === counted.unit);
  if (alike[0] !== part) return true;
  const { value, unit } = counted;
  context.report(
    "unreadable-value",
    part.words.span,
    `"${unit}" is no unit that expressions know. ${raw.unit ? "It belongs in the column Unit" : "It belongs behind the value"}, where people read it.`,
    {
      hint: raw.unit
        ? `Write \`${value}\` as the value and \`${unit}\` in the column Unit.`
        : `Write \`${value}\`, and \`${unit}\` in a column Unit or behind a dash: \`${value} — ${unit}\`.`,
      fixes: fixesFor(context, raw, alike, unit),
    },
  );
  return true;
}

/** Reports `hours` in Unit beside `3 days`: a length of time says its own unit. */
export function reportSecondUnit(context: Context, raw: RawConstant, values: readonly { readonly value: Expression }[]): void {
  const { unit } = raw;
  if (!unit || !units.includes(unit.text.toLowerCase().replace(/s?$/, "s"))) return;
  const word = unit.text.toLowerCase().replace(/s$/, "");
  if (raw.value.text.toLowerCase().includes(word) || !values.some(({ value }) => value.type.kind.endsWith("duration"))) return;
  // `3` beside `hours` is a number with its unit.
  if (/^[\d.,\s]+$/.test(raw.value.text.replaceAll("`", ""))) return;
  context.report(
    "unreadable-value",
    unit.span,
    `"${raw.name.text}" is a length of time, \`${raw.value.text.replaceAll("`", "")}\`, which has a unit of its own. Unit says another one, "${unit.text}".`,
    {
      hint: `Leave Unit empty, or write the value in ${unit.text}.`,
      fixes: [{ title: `Remove "${unit.text}"`, edits: [{ span: unit.span, text: "" }] }],
    },
  );
}

function fixesFor(context: Context, raw: RawConstant, alike: readonly RawValue[], unit: string): readonly Fix[] {
  const edits = alike.map((one) => ({ span: one.words.span, text: countedIn(one)!.value }));
  const isRow = context.layout.text(raw.span).startsWith("|");
  if (raw.unit && (raw.unit.text === "" || raw.unit.text === unit))
    return [{ title: `Move "${unit}" to Unit`, edits: raw.unit.text === "" ? [...edits, { span: raw.unit.span, text: `${unit} ` }] : edits }];
  const isAlone = !isRow && raw.meaning === "" && alike.length === 1 && rawValues(raw).length === 1;
  return isAlone ? [{ title: `Write "${edits[0]!.text} — ${unit}"`, edits: [{ span: alike[0]!.words.span, text: `${edits[0]!.text} — ${unit}` }] }] : [];
}
