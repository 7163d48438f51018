/** Point 3: what attributes of one field mean together, once all are read. */
import { type Expression, fold } from "@nonet/feel";
import type { Field, FieldType } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { reportMissing, resolveName } from "../resolve/report-nearest.ts";
import type { RawAttribute, RawField } from "../syntax/field.ts";
import { after, bare } from "../text/split.ts";

/** Types whose value the product itself makes. */
export const isKept = (type: FieldType): boolean => ["sequence", "random text", "secret key", "secret link"].includes(type.kind);

const filledIn = new Set<RawAttribute["kind"]>(["default", "at least", "at most", "between", "non-negative", "matching", "set once", "required when", "read-only when"]);
/** An attribute about what people fill in, on a field that nobody fills in. */
export const hasNoEffect = (type: FieldType, attribute: RawAttribute): boolean => isKept(type) && filledIn.has(attribute.kind);

export function checkField(ctx: PointCompiler, field: Field, raw: RawField): void {
  const unfit = raw.attributes.find((a) => hasNoEffect(field.type, a));
  if (unfit) ctx.report("kept-by-product", unfit.words.span, `The product sets "${field.name}" itself, so \`${unfit.words.text}\` has no effect.`);
  const onList = field.type.kind === "inverse" ? raw.attributes.find((a) => ["default", "set once", "unique", "unique within"].includes(a.kind)) : undefined;
  if (onList)
    ctx.report("kept-by-product", onList.words.span, `"${field.name}" is the list of records that refer to this one, so \`${onList.words.text}\` has no effect.`, {
      hint: "Write a rule in point 5 for what must hold for the list.",
    });
  if (isKept(field.type) && field.computed) ctx.report("kept-by-product", raw.span, `The product sets "${field.name}" itself, so it can't be computed.`);
  if (field.secret && field.computed) ctx.report("secret-leaves", raw.span, `"${field.name}" can't be both computed and secret: nobody could write it or read it.`);
  if (field.matching !== null && field.type.kind !== "text" && field.type.kind !== "formatted" && !isKept(field.type))
    ctx.report("unreadable-value", raw.attributes.find((a) => a.kind === "matching")!.words.span, "Only a text can match a pattern.");
  if (field.atLeast && field.atMost && isBeyond(field.atLeast, field.atMost))
    ctx.report(
      "nothing-fits",
      field.atMost.span,
      `No value of "${field.name}" can be at least ${ctx.layout.text(field.atLeast.span)} and at most ${ctx.layout.text(field.atMost.span)}.`,
    );
}

/** What an attribute settles, by its kind: two that settle the same can't both hold. */
const settles: Readonly<Partial<Record<RawAttribute["kind"], readonly string[]>>> = {
  required: ["required"],
  "required when": ["required"],
  optional: ["required"],
  default: ["default"],
  "read-only": ["read-only"],
  "read-only when": ["read-only"],
  "at least": ["at least"],
  "non-negative": ["at least"],
  "at most": ["at most"],
  between: ["at least", "at most"],
  matching: ["matching"],
  was: ["was"],
  personal: ["personal"],
  "taken on": ["taken on"],
  "unique within": ["unique within"],
};

/** The later of two attributes took the place of the former. */
export function reportDuplicateAttributes(ctx: PointCompiler, raw: RawField): void {
  const settled = new Map<string, string>();
  for (const { kind, words } of raw.attributes) {
    const what = settles[kind] ?? [];
    // `required` beside a column that says so is the same once more.
    const isAgain = (kind === "required" || kind === "read-only") && settled.get(kind) === kind;
    if (isAgain) continue;
    const before = what.map((one) => settled.get(one)).find((one) => one !== undefined);
    if (before !== undefined) ctx.report("doubled-attribute", words.span, `"${bare(raw.name).text}" already has \`${before}\`.`, { hint: "Keep one of the two." });
    for (const one of what) settled.set(one, kind === "required" || kind === "read-only" ? kind : words.text);
  }
}

/** Of what is written out; a bound that is computed is another one each time. */
function isBeyond(least: Expression, most: Expression): boolean {
  if (least.kind !== "literal" || most.kind !== "literal" || typeof least.value !== "string" || typeof most.value !== "string" || least.type.kind !== most.type.kind) return false;
  if (least.type.kind === "number") return Number(least.value) > Number(most.value);
  if (least.type.kind === "date" || least.type.kind === "time" || least.type.kind === "date and time") return least.value > most.value;
  return false;
}

const ofRecords = new Set<RawAttribute["kind"]>(["unique", "unique within", "set once", "read-only", "read-only when", "hidden", "secret", "personal", "was", "taken on"]);

/** What an action asks for, or a call takes, isn't kept: what only a record's field can be is refused, and left out. */
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

/** Whose data the field is: the name of a field that names a User, or `this`. */
export function personOf(ctx: PointCompiler, draft: EntityDraft, attribute: RawAttribute): string | null {
  const isUser = (type: FieldType): boolean => type.kind === "reference" && type.entity === "User";
  const people = [...draft.fields.values()].filter((f) => isUser(f.type) && !f.computed);
  const words = after(attribute.value, /of\s+/i);
  if (!words) {
    if (draft.name === "User") return "this";
    if (people.length === 1) return people[0]!.name;
    ctx.report(
      "no-person",
      attribute.words.span,
      people.length === 0
        ? `${draft.name} has no field for a User whose data this could be.`
        : `${draft.name} has several fields for a User: ${people.map((f) => f.name).join(", ")}.`,
      { hint: "Write `personal of FIELD`." },
    );
    return null;
  }
  const named = bare(words).text;
  if (/^(this|themselves|created by)$/i.test(named)) return fold(named) === "created by" ? "created by" : draft.name === "User" ? "this" : null;
  const field = draft.fields.get(fold(named));
  if (field && isUser(field.type) && !field.computed) return field.name;
  ctx.report(
    "no-person",
    words.span,
    field
      ? `"${field.name}" isn't a User.`
      : `${draft.name} has no field "${named}".${resolveName(
          named,
          people.map((f) => f.name),
        )}`,
  );
  return null;
}
