/** Finds the types of computed fields that follow from their expressions: `total = sum(lines.amount)`. */
import { withDaysCounted } from "./days-in-words.ts";
import { fold, type Type } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { listed } from "../../syntax/entities/field-type.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { inferredField, openType } from "../../declare/fields.ts";
import type { EntityDraft, FieldDraft } from "../../declare/drafts.ts";

interface Waiting {
  readonly draft: EntityDraft;
  readonly field: FieldDraft;
}

/** In rounds, because the fields read each other and the functions of point 9, which `settleFunctions` types. */
export function settleInferred(ctx: PointCompiler, settleFunctions: (ctx: PointCompiler) => void): void {
  let due: readonly Waiting[] = [...ctx.drafts.values()].flatMap((draft) => draft.raw.filter((one) => "inferred" in one.reading).map((field) => ({ draft, field })));
  for (const { draft, field } of due) setType(ctx, draft, field, null);
  while (due.length > 0) {
    const left = due.filter(({ draft, field }) => !settled(ctx, draft, field));
    if (left.length === due.length) return;
    settleFunctions(ctx);
    due = left;
  }
}

/** Whether the type has become known. */
function settled(ctx: PointCompiler, draft: EntityDraft, field: FieldDraft): boolean {
  // A line for the state of a machine, or for what every record has, defines no field of its own.
  if (draft.fields.get(fold(field.name))?.inferred !== true) return true;
  const { type } = ctx.silently(() => ctx.expression(withDaysCounted(ctx, draft, field.raw!).computed!, { what: `${draft.name}.${field.name}`, self: draft.name }));
  const found = storedType(type);
  if (found) setType(ctx, draft, field, found);
  return found !== null;
}

function setType(ctx: PointCompiler, draft: EntityDraft, { name, raw }: FieldDraft, type: FieldType | null): void {
  if (draft.fields.get(fold(name))?.inferred !== true) return;
  const open = inferredField(name, openType(draft.name, name), raw!.name.span);
  if (type === null) return ctx.setInferred(draft.name, open);
  const { open: _, ...known } = open;
  ctx.setInferred(draft.name, { ...known, type });
}

/** The field type that holds the values of a type; null if none does. */
function storedType(type: Type): FieldType | null {
  switch (type.kind) {
    case "boolean":
      return { kind: "yes/no" };
    case "number":
      return numberType(type);
    case "string":
      if (type.choices && type.choices.length > 0) return { kind: "one of", choices: type.choices };
      return type.caseless ? { kind: "formatted", format: "email" } : { kind: "text", form: "plain" };
    case "date":
    case "time":
    case "date and time":
      return { kind: type.kind };
    case "days and time duration":
      return { kind: "duration" };
    case "record":
      return { kind: "reference", entity: type.name };
    case "list":
      if (type.of.kind === "record") return { kind: "references", entity: type.of.name };
      return listType(storedType(type.of));
    default:
      return null;
  }
}

/** The field type of a list of such values. */
function listType(of: FieldType | null): FieldType | null {
  if (of?.kind === "text") return { kind: "texts" };
  if (of?.kind === "one of") return { kind: "any of", choices: of.choices };
  const held = of && listed(of);
  return held && { kind: "texts", of: held };
}

function numberType({ unit, unitIn, integer }: Extract<Type, { kind: "number" }>): FieldType {
  if (unitIn !== undefined) return { kind: "money", currency: null, currencyField: unitIn.replace(/^(?:this)?\./, "") };
  if (unit === "%") return { kind: "percent" };
  if (unit !== undefined && /^[A-Z]{3}$/.test(unit)) return { kind: "money", currency: unit };
  return { kind: integer ? "integer" : "number" };
}
