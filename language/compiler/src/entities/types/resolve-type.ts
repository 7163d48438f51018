/** Point 3: replaces the names in a field's type by the defined ones, and reports those that don't exist. */
import { fold } from "@nonet/feel";
import type { FieldType, SequencePart } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { DeclaredField } from "../../declare/declared.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { currencyPath, holdsCurrency } from "../../declare/fields.ts";
import { reportMissing, didYouMean } from "../../resolve/report-nearest.ts";
import { declaredRole } from "../../resolve/roles.ts";
import type { RawField } from "../../syntax/entities/field.ts";

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Null if the type can't be used, which is reported. */
export function resolveType(ctx: PointCompiler, draft: EntityDraft, name: string, raw: RawField, type: FieldType): FieldType | null {
  const { span } = raw.type;
  switch (type.kind) {
    case "inverse":
      return inverse(ctx, draft, name, span, type);
    case "reference":
    case "references":
      return withRole(ctx, span, type);
    case "money":
      if (type.currencyField !== undefined) return moneyIn(ctx, draft, span, type.currencyField);
      if (type.currency === null || currencies.has(type.currency)) return type;
      ctx.report("not-a-currency", span, `There is no currency "${type.currency}".${didYouMean(type.currency, currencies)}`, {
        hint: "Use an ISO 4217 code, for example `money in EUR`.",
      });
      return type;
    case "random text": {
      if (type.length >= 4 && type.length <= 200) return type;
      ctx.report("unusable-length", span, `A random text can't have ${type.length} characters.`, { hint: "Use 4 to 200 characters." });
      return null;
    }
    case "secret link": {
      const screen = ctx.declared.screens.get(fold(type.screen));
      if (!screen)
        ctx.report(
          "unknown-screen",
          span,
          `Point 2 has no screen "${type.screen}".${didYouMean(
            type.screen,
            [...ctx.declared.screens.values()].map((s) => s.name),
          )}`,
        );
      return screen ? { ...type, screen: screen.name } : null;
    }
    case "sequence":
      return sequence(ctx, draft, name, span, type);
    default:
      return type;
  }
}

function inverse(ctx: PointCompiler, draft: EntityDraft, name: string, span: Span, type: Extract<FieldType, { kind: "inverse" }>): FieldType | null {
  const other = ctx.drafts.get(fold(type.entity))!;
  const by = other.fields.get(fold(type.by));
  const points = (field: DeclaredField | undefined): boolean =>
    (field?.type.kind === "reference" || field?.type.kind === "references") && field.type.entity === draft.name && field.open === undefined;
  if (points(by)) return { ...type, by: by!.name };
  const references = [...other.fields.values()].filter(points).map((f) => f.name);
  // `list of Order line by order`, where a line belongs to a Repair order and nothing else is called so.
  const [only] = references;
  if (!by && only !== undefined && references.length === 1 && isLastWord(type.by, only)) return { ...type, by: only };
  ctx.report(
    "unknown-field",
    span,
    `"${name}" lists the ${other.plural} by "${type.by}", but that isn't a reference from ${other.name} to ${draft.name}.${references.length > 0 ? ` It has "${references.join('", "')}".` : ""}`,
  );
  return null;
}

/** `order` of `repair order`. */
const isLastWord = (word: string, name: string): boolean => fold(name).endsWith(` ${fold(word)}`);

function withRole(ctx: PointCompiler, span: Span, type: Extract<FieldType, { kind: "reference" | "references" }>): FieldType {
  if (type.role === undefined) return type;
  const role = declaredRole(ctx, type.role, `who is ${type.role}`, span);
  if (role === undefined)
    ctx.report(
      "unknown-role",
      span,
      `There is no role "${type.role}".${didYouMean(
        type.role,
        [...ctx.declared.roles.values()].map((r) => r.name),
      )}`,
    );
  else if (type.entity !== "User") ctx.report("unknown-type", span, `Only a User has roles. ${type.entity} has none.`, { hint: `Write \`User with role ${role}\`.` });
  return role !== undefined ? { ...type, role } : { kind: type.kind, entity: type.entity };
}

function moneyIn(ctx: PointCompiler, draft: EntityDraft, span: Span, named: string): FieldType | null {
  if (named.includes(".")) return moneyOver(ctx, draft, span, named);
  const field = draft.fields.get(fold(named));
  if (field && holdsCurrency(field.type)) return { kind: "money", currency: null, currencyField: field.name };
  ctx.report(
    "not-a-currency",
    span,
    field
      ? `"${field.name}" doesn't hold a currency.`
      : `"${named}" is neither a currency nor a field of ${draft.name}.${didYouMean(
          named,
          [...draft.fields.values()].map((f) => f.name),
        )}`,
    { hint: "Write `money in EUR`, or `money in FIELD` with a field of type currency." },
  );
  return null;
}

/** `money in order.currency`: the currency is that of a record to which this one refers. */
function moneyOver(ctx: PointCompiler, draft: EntityDraft, span: Span, path: string): FieldType | null {
  const found = currencyPath(ctx.drafts, draft, path);
  if (found !== null) return { kind: "money", currency: null, currencyField: found };
  const [first] = path.split(".");
  const reference = draft.fields.get(fold(first!));
  ctx.report("not-a-currency", span, `"${path}" doesn't lead from ${draft.name} over references to a field that holds a currency.`, {
    hint:
      reference?.type.kind === "reference"
        ? `${reference.type.entity} needs a field of the type currency: \`money in ${reference.name}.FIELD\`.`
        : `Write \`money in REFERENCE.FIELD\`, or \`money in FIELD\` with a field of type currency.`,
  });
  return null;
}

function sequence(ctx: PointCompiler, draft: EntityDraft, name: string, span: Span, type: Extract<FieldType, { kind: "sequence" }>): FieldType | null {
  const counters = type.pattern.filter((part) => part.kind === "counter").length;
  if (counters === 0)
    ctx.report("sequence-without-counter", span, "The pattern has no counter, so every record would get the same text.", { hint: "Add a counter, for example `{0000}`." });
  else if (counters > 1) ctx.report("unreadable-value", span, "The pattern has several counters, but only one can count up.", { hint: "Keep one `{0000}`." });
  const pattern: SequencePart[] = [];
  for (const part of type.pattern) {
    if ((part.kind === "year" || part.kind === "month") && draft.fields.has(part.kind))
      ctx.report("ambiguous-pattern", span, `\`{${part.kind}}\` is the ${part.kind} in which the number is assigned, but ${draft.name} also has a field "${part.kind}".`, {
        hint: `Write \`{this.${part.kind}}\` for the field.`,
      });
    pattern.push(part.kind === "field" ? fieldPart(ctx, draft, name, span, part.field) : part);
  }
  return { ...type, pattern };
}

/** `{customer.code}`: a pattern holds fields of the record itself, which may be computed. */
function reportPathInPattern(ctx: PointCompiler, draft: EntityDraft, span: Span, written: string): void {
  const name = written.replace(/\s*\.\s*/g, " ");
  const type = ctx.layout.text(span);
  ctx.report("unsuitable-field", span, `A pattern can't follow a reference, as \`{${written}}\` does.`, {
    hint: `Add a computed field, \`${name} = ${written}\`, and write \`{${name}}\`.`,
    fixes: [
      {
        title: `Add the computed field "${name}"`,
        edits: [{ span, text: type.replace(`{${written}}`, `{${name}}`) }],
        adds: [{ kind: "bullet", point: 3, below: draft.name, text: `${name} = \`${written}\`` }],
      },
    ],
  });
}

const nested = new Set(["inverse", "references", "file", "secret key", "secret link", "any of", "texts", "sequence"]);

function fieldPart(ctx: PointCompiler, draft: EntityDraft, name: string, span: Span, written: string): SequencePart {
  const field = draft.fields.get(fold(written));
  if (!field && written.includes(".")) reportPathInPattern(ctx, draft, span, written);
  else if (!field) reportMissing(ctx, draft, "field", { text: written, span }, { hint: "A pattern can contain {year}, {month}, {0000} and {field}." });
  else if (fold(field.name) === fold(name) || nested.has(field.type.kind))
    ctx.report("unsuitable-field", span, `"${field.name}" can't be used in the pattern of a sequence.`, { hint: "Use a text, a number, a date, a choice or a reference." });
  return { kind: "field", field: field?.name ?? written };
}
