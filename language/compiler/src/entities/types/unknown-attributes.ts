/** Point 3: reports words after a field's type that aren't attributes, or that lack a comma. */
import { fold } from "@nonet/feel";
import { type FieldType, measureOf } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import { editDistance, nearest, nearestName } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import type { PlannedFix } from "../../fixes/planned-fix.ts";
import { meantByAttribute } from "./meant-attributes.ts";
import { reportMissingBullets } from "./missing-bullets.ts";
import { callTitles } from "../../syntax/call-attributes.ts";
import { typeNames } from "../../syntax/entities/field-type.ts";
import { attributeNames, type RawField } from "../../syntax/entities/field.ts";
import { slice } from "../../text/split.ts";
import { article } from "../../text/english.ts";

/** One mistake per line, even if it lacks several commas. */
export function reportMissingComma(ctx: PointCompiler, raw: RawField, behind: readonly TextSpan[]): void {
  const named = behind.map(({ text }) => `"${text}"`).join(" and ");
  const before = (words: TextSpan): number => words.span.from - (/\s*$/.exec(ctx.layout.text({ ...words.span, from: raw.span.from, to: words.span.from }))?.[0].length ?? 0);
  ctx.report(
    "missing-comma",
    behind[0]!.span,
    `A comma is missing before ${named}.`,
    // After `=`, the list of attributes begins with the formula.
    raw.computed
      ? { hint: "Write the attributes of a computed field after its formula: `= …, hidden`." }
      : {
          fixes: [
            {
              title: behind.length === 1 ? "Add the comma" : "Add the commas",
              edits: behind.map((words) => ({ span: { ...words.span, from: before(words), to: before(words) }, text: "," })),
            },
          ],
        },
  );
}

export function reportUnknownAttribute(ctx: PointCompiler, draft: EntityDraft, field: { readonly name: string; readonly type: FieldType }, words: TextSpan): void {
  const { type } = field;
  if (reportMissingBullets(ctx, words)) return;
  const bound = boundWithout(type, code(words).text);
  if (bound)
    return ctx.report("unknown-attribute", words.span, `"${words.text}" isn't a field attribute. A minimum or maximum is a value that the field can have.`, {
      hint: bound.hint,
      ...(bound.form === undefined ? {} : { fixes: [{ title: `Write "${bound.form}"`, edits: [{ span: words.span, text: bound.form }] }] }),
    });
  const single = /^(?:(?:either|only|one of|in)\s+)*\(?\d+(?:(?:\s*,\s*|\s+or\s+)\d+)+\)?$/i.test(words.text) ? [...words.text.matchAll(/\d+/g)].join(", ") : null;
  if (single !== null && (type.kind === "integer" || type.kind === "number"))
    return ctx.report(
      "unknown-attribute",
      words.span,
      `"${words.text}" isn't a field attribute: the values of ${type.kind === "integer" ? "an integer" : "a number"} can be bounded, but not listed.`,
      {
        ...wholeFix(draft, field.name, type),
        hint: `${type.kind === "number" ? "Write `integer` if the values are whole numbers, or a" : "Write a"} rule in point 5, \`${field.name} in (${single})\`. If nothing is calculated with it, the type can be \`one of (${single})\`.`,
      },
    );
  const meant = meantByAttribute(ctx, draft, field, words);
  if (meant) return ctx.report("unknown-attribute", words.span, meant.message, { hint: meant.hint, fixes: meant.fixes });
  if (/^(?:hidden|visible|readable|editable|changeable|only visible) (?:from|to|for|by)\s/i.test(words.text))
    return ctx.report("unknown-attribute", words.span, `"${words.text}" isn't a field attribute. Point 6 states who may read or change a field.`, {
      hint: `Add a row \`${draft.name}: ${field.name}\` to the matrix, with \`–\` for whoever may not.`,
    });
  const setBy = /^(?:set|filled|given) by (?:the )?(.+)$/i.exec(words.text)?.[1];
  if (setBy !== undefined && draft.actions.has(fold(setBy)))
    return ctx.report("unknown-attribute", words.span, `"${words.text}" isn't a field attribute. The effect of an action sets a field, in Then of point 4.`, {
      hint: `Write \`read-only\`, and \`set ${field.name} = …\` in Then of ${draft.actions.get(fold(setBy))!.name}.`,
      fixes: [{ title: "Write read-only", edits: [{ span: words.span, text: "read-only" }] }],
    });
  const unit = /^in (\p{L}+)$/iu.exec(words.text)?.[1];
  if (unit !== undefined && (type.kind === "integer" || type.kind === "number"))
    return ctx.report("unknown-attribute", words.span, `"${words.text}" isn't a field attribute: ${type.kind === "integer" ? "an integer" : "a number"} has no unit.`, {
      hint: `Say it in the name, as in \`${field.name} in ${unit}\`, or in a paragraph.`,
    });
  const same = attributeNames.find((name) => fold(name) === fold(words.text));
  if (same !== undefined)
    return ctx.report("unknown-attribute", words.span, `"${words.text}" needs a value.`, {
      hint: `Write \`${same} …\` with the value. Put an expression in backticks.`,
    });
  const opposite = /^(?:not|never|must not be) (?:positive|above (?:0|zero))$/i.test(words.text);
  if (opposite)
    return ctx.report("unknown-attribute", words.span, `"${words.text}" isn't a field attribute.`, {
      hint: "Write `at most 0`.",
      fixes: [{ title: "Write `at most 0`", edits: [{ span: words.span, text: "at most 0" }] }],
    });
  // `not matching` isn't near `matching`, but its opposite.
  const found = nearestName(words.text, attributeNames);
  const near = found !== undefined && /^(?:not?|never|non|un)\b/i.test(words.text) && !/^(?:not?|never|non)\b/i.test(found) ? undefined : found;
  ctx.report(
    "unknown-attribute",
    words.span,
    `"${words.text}" isn't a field attribute.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: misspelt(words, near).span, text: near }] }] },
  );
}

/** The values of an integer can be listed. */
function wholeFix(draft: EntityDraft, name: string, { kind }: FieldType): { readonly fixes?: readonly PlannedFix[] } {
  const written = draft.raw.find((one) => fold(one.name) === fold(name))?.raw?.type;
  return kind === "number" && written ? { fixes: [{ title: "Write integer", edits: [{ span: written.span, text: "integer" }] }] } : {};
}

/** The words that stand for the attribute's name: `at mots` in `at mots 3`. */
function misspelt(words: TextSpan, name: string): TextSpan {
  const first = new RegExp(`^\\S+(?:\\s+\\S+){${name.split(" ").length - 1}}(?=\\s+\\S)`).exec(words.text);
  return first && editDistance(fold(first[0]), name) < editDistance(fold(words.text), name) ? slice(words, 0, first[0].length) : words;
}

/** Their amounts have more than two decimals, so `more than 0` isn't `at least 0.01`. */
const ofMoreDecimals: ReadonlySet<string> = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND", "CLF", "UYW"]);

/** `more than 0` of a whole number is `at least 1`, and a date after another one is at least a day later, and an amount more than 0 is at least a hundredth. */
export const wholeBound = (type: FieldType, words: TextSpan): string | undefined =>
  type.kind === "integer" ||
  type.kind === "date" ||
  measureOf(type) === "characters" ||
  measureOf(type) === "items" ||
  (type.kind === "money" && type.currencyField === undefined && !ofMoreDecimals.has(type.currency ?? ""))
    ? boundWithout(type, code(words).text)?.form
    : undefined;

/** The forms nearest to `> 0`, `< 10`, `positive`, `negative`. */
function boundWithout(type: FieldType, text: string): { readonly hint: string; readonly form?: string } | null {
  const compared =
    /^([<>]|(?:more|greater|higher|larger|later|less|lower|fewer|smaller|earlier) than|(?:above|over|below|under)(?=\s+-?\d)|(?:must be\s+)?(?:after|before)\b)\s*(.+)$/i.exec(
      text,
    );
  const isAbove = compared ? /^(>|more|greater|higher|larger|later|above|over|(?:must be\s+)?after)/i.test(compared[1]!) : /positive$/i.test(text);
  if (!compared && !/^(?:(?:must be|always|strictly) )*(?:positive|negative)$/i.test(text)) return null;
  const end = compared?.[2] ?? "0";
  const word = isAbove ? "at least" : "at most";
  const isCounted = measureOf(type) === "characters" || measureOf(type) === "items";
  const step = type.kind === "integer" || isCounted ? "1" : type.kind === "money" ? "0.01" : null;
  const amount = (isCounted ? /^(\d{1,9})(\s+\p{L}+)?$/u : /^(-?\d{1,9})(\s+[A-Z]{3})?$/).exec(end);
  const number = amount && step !== null ? Number(amount[1]) + (isAbove ? 1 : -1) * Number(step) : null;
  if (type.kind === "date") return { hint: `Write \`${word} ${end}\`.`, form: `${word} ${end} ${isAbove ? "+" : "-"} 1 day` };
  if (type.kind === "date and time")
    return { hint: `Write \`${word} ${end}\`. A rule of point 5 can exclude the same moment: \`FIELD ${isAbove ? ">" : "<"} ${end}\`.`, form: `${word} ${end}` };
  const form = number === null ? undefined : `${word} ${step === "1" ? number : number.toFixed(2)}${amount?.[2] ?? ""}`;
  const without = form === undefined ? "" : `; to exclude ${end}, \`${form}\``;
  return { hint: `Write \`${word} ${end}\`${isAbove && end === "0" ? " or `non-negative`" : ""}${without}.`, ...(form === undefined ? {} : { form }) };
}

const ofMachine = /^(?:(?:starts|ends) (?:as|in)|(?:start|initial|end|final) states?|.+ (?:asks for|(?:is|are) decided by))$/i;
const ofCalls: ReadonlySet<string> = new Set(callTitles.map(fold));

/** Whether a line without a field type is an attribute of a machine or a call, which belongs in another point. */
export const belongsToOtherPoint = ({ name, type }: RawField): boolean =>
  /^\p{Lu}/u.test(name.text) && (ofMachine.test(name.text) || isOwner(name) || ofCalls.has(fold(name.text))) && nearest(type.text, typeNames) === undefined;

const isOwner = ({ text }: TextSpan): boolean => /^(?:own|owner|owned by|belongs to)$/i.test(text);

export function reportOtherPoint(ctx: PointCompiler, draft: EntityDraft, { name, type }: RawField): void {
  if (isOwner(name))
    return ctx.report("unknown-attribute", name.span, `"${name.text}" isn't an attribute of an entity. To whom a record belongs is stated in point 6.`, {
      hint: `Write \`Own: ${article(draft.name)} is its ${type.text.replace(/^(?:the|its)\s+/i, "")}'s.\` there, above the matrix.`,
    });
  const isMachine = ofMachine.test(name.text);
  ctx.report(
    "unknown-attribute",
    name.span,
    `"${name.text}" isn't an attribute of an entity. It belongs to point ${isMachine ? `4, the states of ${draft.name}` : "7, the calls"}.`,
    {
      hint: isMachine ? `Move the line below \`### ${draft.name}\` in point 4.` : "Move the line below the heading of the call in point 7.",
    },
  );
}
