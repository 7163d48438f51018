/** Point 3: applies one attribute to a field: its bounds, default, conditions and flags. */
import type { Expression, Type } from "@nonet/feel";
import type { Condition, Field, FieldType } from "@nonet/model";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { ownType } from "../expressions/field-type.ts";
import { typeAtFirst } from "../resolve/amount-currency.ts";
import { fieldName } from "../resolve/names.ts";
import type { RawAttribute } from "../syntax/field.ts";
import { bare, cut, isNotShown, slice } from "../text/split.ts";
import { personOf, takenOn } from "./check-field.ts";
import { valueOf } from "./field-value.ts";
import { templateIn, textTemplate } from "./text-template.ts";
import { tellUnknown } from "./unknown-attributes.ts";

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

export function applyAttribute(ctx: PointCompiler, draft: EntityDraft, field: Draft<Field>, attribute: RawAttribute, scope: Use): void {
  const { value, words, kind } = attribute;
  const isOpen = isNotShown(value) && kind !== "not shown";
  if (isOpen && !evaluated.has(kind)) return openAttribute(ctx, scope.what, kind, value);
  if (isOpen) ctx.affects(openName(scope.what, kind), scope.what, value.span);
  const use = isOpen ? { ...scope, what: openName(scope.what, kind) } : scope;
  const condition = (): Condition => ({ expression: ctx.expression(value, { ...use, expect: { kind: "boolean" } }), source: value.span });
  switch (attribute.kind) {
    case "required":
      field.required = true;
      return;
    case "required when":
      field.required = condition();
      return;
    case "optional":
      return;
    case "unique":
      field.unique = true;
      return;
    case "unique within":
      field.uniqueWithin = fieldName(ctx, draft, value);
      return;
    case "default":
      const template = field.type.kind === "text" ? templateIn(value) : null;
      field.default = template ? textTemplate(ctx, template, use) : valueOf(ctx, field.type, value, use, false, typeAtFirst(ctx, draft, field.type, null, use));
      return;
    case "set once":
      field.setOnce = true;
      return;
    case "read-only":
      field.readOnly = true;
      return;
    case "read-only when":
      field.readOnly = condition();
      return;
    case "at least":
      field.atLeast = bound(ctx, draft, use, field.type, value);
      return;
    case "at most":
      field.atMost = bound(ctx, draft, use, field.type, value);
      return;
    case "non-negative":
      field.atLeast = bound(ctx, draft, use, field.type, { text: "0", span: words.span });
      return;
    case "between": {
      const ends = cut(value, /\s+and\s+/i);
      if (!ends) ctx.report("unreadable-value", words.span, "`between` needs two values: `between 1 and 10`.");
      else {
        field.atLeast = bound(ctx, draft, use, field.type, ends.before);
        field.atMost = bound(ctx, draft, use, field.type, ends.after);
      }
      return;
    }
    case "matching":
      field.matching = pattern(ctx, value);
      return;
    case "was":
      field.was = bare(value).text;
      return;
    case "hidden":
      field.hidden = true;
      return;
    case "secret":
      field.secret = true;
      return;
    case "personal":
      field.personalOf = personOf(ctx, draft, attribute);
      return;
    case "taken on":
      field.type = takenOn(ctx, draft, field.type, attribute);
      return;
    case "not shown":
      openAttribute(ctx, use.what, attribute.column, words);
      return;
    case "unknown":
      tellUnknown(ctx, field.type, words);
  }
}

/** Nothing is held to it, and nothing is made up in its place: it is listed with the field that hangs on it. */
function openAttribute(ctx: PointCompiler, field: string, kind: string | undefined, words: TextSpan): void {
  const open = openName(field, kind);
  ctx.hole(open, words.span);
  ctx.affects(open, field, words.span);
}

const openName = (field: string, kind: string | undefined): string => (kind === undefined ? `an attribute of ${field}` : `the "${kind}" of ${field}`);

/** Attributes whose value is an expression: whatever asks for that meets what is not shown. */
const evaluated: ReadonlySet<RawAttribute["kind"]> = new Set(["default", "required when", "read-only when", "at least", "at most"]);

/** What a bound is compared with: the value of numbers and moments, the length of texts and lists. */
function boundType(type: FieldType): Type | null {
  switch (type.kind) {
    case "number":
    case "integer":
    case "money":
    case "percent":
      return { kind: "number" };
    case "date":
    case "time":
      return { kind: type.kind };
    case "date and time":
      return { kind: "date and time", zoned: true };
    case "text":
    case "formatted":
    case "references":
    case "inverse":
    case "texts":
    case "any of":
      return { kind: "number" };
    case "duration":
      return { kind: "days and time duration" };
    case "file":
      return type.many ? { kind: "number" } : null;
    default:
      return null;
  }
}

function bound(ctx: PointCompiler, draft: EntityDraft, use: Use, type: FieldType, value: TextSpan): Expression | null {
  const expect = boundType(type);
  if (!expect) {
    ctx.report("bound-without-measure", value.span, "Only numbers, dates, times, texts and lists can have a minimum or maximum.");
    return null;
  }
  const unit = /\s+(characters?|chars?|letters?|items?|files?|images?|entries|digits)$/i.exec(value.text);
  const words = unit ? slice(value, 0, unit.index) : value;
  return ctx.expression(words, { ...use, expect: type.kind === "money" ? ownType(type, draft) : expect });
}

function pattern(ctx: PointCompiler, value: TextSpan): string | null {
  const written = code(value).text;
  // Quotation marks are around the pattern, as around any text.
  const text = isCode(value) ? written : (/^"(.*)"$/s.exec(written)?.[1] ?? written);
  try {
    new RegExp(text, "u");
    return text;
  } catch {
    ctx.report("unreadable-value", value.span, `"${text}" isn't a valid regular expression.`);
    return null;
  }
}
