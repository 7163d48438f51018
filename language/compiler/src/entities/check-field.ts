/** Point 3: checks the attributes of a field together. */
import { type Expression, fold } from "@nonet/feel";
import { type Field, type FieldType, isGenerated } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { factorOfHundred } from "../expressions/percent-of-hundred.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import type { RawAttribute, RawField } from "../syntax/entities/field.ts";
import { bare } from "../text/split.ts";

const filledIn = new Set<RawAttribute["kind"]>([
  "default",
  "at least",
  "at most",
  "between",
  "more than",
  "less than",
  "positive",
  "negative",
  "exactly",
  "one of",
  "non-negative",
  "matching",
  "of characters",
  "set once",
  "required when",
  "required unless",
  "read-only when",
  "read-only unless",
]);
/** Whether the attribute is about input, but the product sets the field itself. */
export const hasNoEffect = (type: FieldType, attribute: RawAttribute): boolean => isGenerated(type) && filledIn.has(attribute.kind);

export function checkField(ctx: PointCompiler, field: Field, raw: RawField): void {
  checkPercent(ctx, field);
  const unfit = raw.attributes.find((a) => hasNoEffect(field.type, a));
  if (unfit) ctx.report("kept-by-product", unfit.words.span, `The product sets "${field.name}" itself, so \`${unfit.words.text}\` has no effect.`);
  const onList = field.type.kind === "inverse" ? raw.attributes.find((a) => ["default", "set once", "unique", "unique within"].includes(a.kind)) : undefined;
  if (onList)
    ctx.report("kept-by-product", onList.words.span, `"${field.name}" is the list of records that refer to this one, so \`${onList.words.text}\` has no effect.`, {
      hint: "Write a rule in point 5 for what must hold for the list.",
    });
  if (isGenerated(field.type) && field.computed) ctx.report("kept-by-product", raw.span, `The product sets "${field.name}" itself, so it can't be computed.`);
  if (field.secret && field.computed) ctx.report("secret-leaves", raw.span, `"${field.name}" can't be both computed and secret: nobody could write it or read it.`);
  if (field.matching !== null && field.type.kind !== "text" && field.type.kind !== "formatted" && !isGenerated(field.type))
    ctx.report("unreadable-value", raw.attributes.find((a) => a.kind === "matching")!.words.span, "Only a text can match a pattern.");
  if (field.atLeast && field.atMost && isBeyond(field.atLeast, field.atMost, field.excludesLeast === true || field.excludesMost === true))
    ctx.report(
      "nothing-fits",
      field.atMost.span,
      `No value of "${field.name}" can be ${field.excludesLeast ? "more than" : "at least"} ${ctx.layout.text(field.atLeast.span)} and ${field.excludesMost ? "less than" : "at most"} ${ctx.layout.text(field.atMost.span)}.`,
    );
}

/** `percent, at most 30`: 30 of the wholes that a share is of, or 30 hundredths. */
function checkPercent(ctx: PointCompiler, { name, type, atLeast, atMost, default: given, computed }: Field): void {
  if (type.kind !== "percent") return;
  const factor = computed && factorOfHundred(computed);
  if (factor) {
    const rest = ctx.layout.text(factor.rest.span);
    ctx.report("percent-of-hundred", factor.product.span, `"${name}" is a percent, where 1 is 100 %: with the factor 100, a half is 5,000 %.`, {
      hint: `Write \`${rest}\` instead.`,
      fixes: [{ title: `Write "${rest}"`, edits: [{ span: factor.product.span, text: rest }] }],
    });
  }
  for (const one of [atLeast, atMost, given]) {
    const written = one ? ctx.layout.text(one.span).trim() : "";
    if (one?.kind !== "literal" || !/^\d+(?:\.\d+)?$/.test(written) || Number(written) <= 1) continue;
    const wholes = String(Number((Number(written) * 100).toPrecision(12)));
    ctx.report("unreadable-value", one.span, `\`${written}\` of a percent could be ${written} % or ${wholes} %: 1 is 100 %.`, {
      hint: `Write \`${written} %\` or \`${wholes} %\`.`,
      fixes: [written, wholes].map((share) => ({ title: `Write ${share} %`, edits: [{ span: one.span, text: `${share} %` }] })),
    });
  }
}

/** What an attribute sets, by its kind. Two that set the same contradict each other. */
const settles: Readonly<Partial<Record<RawAttribute["kind"], readonly string[]>>> = {
  required: ["required"],
  "required when": ["required"],
  "required unless": ["required"],
  optional: ["required"],
  default: ["default"],
  "read-only": ["read-only"],
  "read-only when": ["read-only"],
  "read-only unless": ["read-only"],
  "at least": ["at least"],
  "non-negative": ["at least"],
  "more than": ["at least"],
  positive: ["at least"],
  "at most": ["at most"],
  "less than": ["at most"],
  negative: ["at most"],
  between: ["at least", "at most"],
  exactly: ["at least", "at most"],
  "one of": ["at least", "at most"],
  matching: ["matching"],
  "of characters": ["matching"],
  was: ["was"],
  personal: ["personal"],
  "taken on": ["taken on"],
  "unique within": ["unique within"],
};

/** Reports an attribute that overrides an earlier one. */
export function reportDuplicateAttributes(ctx: PointCompiler, raw: RawField): void {
  const settled = new Map<string, string>();
  for (const { kind, words } of raw.attributes) {
    const what = settles[kind] ?? [];
    // `required` and a column Required say the same.
    const isAgain = (kind === "required" || kind === "read-only") && settled.get(kind) === kind;
    if (isAgain) continue;
    const before = what.map((one) => settled.get(one)).find((one) => one !== undefined);
    if (before !== undefined) ctx.report("doubled-attribute", words.span, `"${bare(raw.name).text}" already has \`${before}\`.`, { hint: "Keep one of the two." });
    for (const one of what) settled.set(one, kind === "required" || kind === "read-only" ? kind : words.text);
  }
}

/** Whether the minimum is greater than the maximum. Only literals can be compared. */
function isBeyond(min: Expression, max: Expression, isOpen: boolean): boolean {
  if (min.kind !== "literal" || max.kind !== "literal" || typeof min.value !== "string" || typeof max.value !== "string" || min.type.kind !== max.type.kind) return false;
  if (min.type.kind === "number") return Number(min.value) > Number(max.value) || (isOpen && Number(min.value) === Number(max.value));
  if (min.type.kind === "date" || min.type.kind === "time" || min.type.kind === "date and time") return min.value > max.value || (isOpen && min.value === max.value);
  return false;
}

const ofRecords = new Set<RawAttribute["kind"]>([
  "unique",
  "made unique",
  "unique within",
  "set once",
  "read-only",
  "read-only when",
  "read-only unless",
  "hidden",
  "secret",
  "personal",
  "was",
  "taken on",
  "until",
]);

/** Input isn't stored, so attributes that only a record's field can have are reported and removed. */
export function checkInputField(ctx: PointCompiler, raw: RawField): RawField {
  for (const { kind, words } of raw.attributes)
    if (ofRecords.has(kind)) ctx.report("asked-attribute", words.span, `"${bare(raw.name).text}" is input and isn't stored in a record, so \`${words.text}\` has no effect.`);
  if (raw.computed) ctx.report("asked-attribute", raw.computed.span, `"${bare(raw.name).text}" is input, so it can't be computed.`);
  return { ...raw, computed: null, attributes: raw.attributes.filter((a) => !ofRecords.has(a.kind)) };
}

/** `taken on ACTION`: the type with the action's defined name. */
export function takenOn(ctx: PointCompiler, draft: EntityDraft, type: FieldType, attribute: RawAttribute): FieldType {
  if (type.kind !== "sequence") {
    ctx.report("taken-by-no-sequence", attribute.words.span, "Only a sequence can be `taken on` an action.");
    return type;
  }
  const named = bare(attribute.value).text;
  const action = draft.actions.get(fold(named));
  if (!action) reportMissing(ctx, draft, "action", attribute.value, { named });
  return action ? { ...type, takenOn: action.name } : type;
}
