/** Point 3: a line for what every record has anyway (`created at`, `created by`, `updated at`, `state`). It is the same field if it agrees. */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft, FieldDraft } from "../../declare/drafts.ts";
import { startStates } from "../../declare/machines.ts";
import type { AttributeKind, RawAttribute } from "../../syntax/entities/field.ts";
import { bare } from "../../text/split.ts";

/** Attributes that are true of these fields anyway. */
const trueAnyway: ReadonlySet<AttributeKind> = new Set(["required", "read-only", "set once", "not shown", "unknown"]);
const defaults: Readonly<Record<string, RegExp>> = {
  "created at": /^(?:now(?:\(\))?|the current time|current time(?:stamp)?)$/i,
  "updated at": /^(?:now(?:\(\))?|the current time|current time(?:stamp)?)$/i,
  "created by": /^(?:me|(?:the )?(?:current|signed-in) user)$/i,
};

/** Whether the line is about such a field; what contradicts it is reported. */
export function isBuiltInField(ctx: PointCompiler, draft: EntityDraft, { name, raw, reading }: FieldDraft): boolean {
  const key = fold(name);
  const type = builtInType(draft, key);
  if (!raw || !type) return false;
  const agrees = "type" in reading && raw.computed === null && isSame(reading.type, type);
  if (!agrees) {
    ctx.report("reserved-name", raw.name.span, `Every record of ${draft.name} has a field "${key}" already, which ${described(type)}.`, {
      hint: `Remove the line, write \`${key}: ${written(type)}\`, or use another name.`,
    });
    return true;
  }
  for (const attribute of raw.attributes) if (!trueAnyway.has(attribute.kind) && !isOwnDefault(draft, key, attribute)) reportAttribute(ctx, draft, key, attribute);
  return true;
}

function builtInType(draft: EntityDraft, key: string): FieldType | null {
  if (key === "created at" || key === "updated at") return { kind: "date and time" };
  if (key === "created by") return { kind: "reference", entity: "User" };
  return key === "state" && draft.states.length > 0 ? { kind: "one of", choices: draft.states } : null;
}

function isSame(type: FieldType, own: FieldType): boolean {
  if (type.kind === "one of" && own.kind === "one of") return sorted(type.choices) === sorted(own.choices);
  return type.kind === own.kind && (type.kind !== "reference" || own.kind !== "reference" || (type.entity === own.entity && type.role === undefined));
}

const sorted = (choices: readonly string[]): string => [...new Set(choices.map(fold))].sort().join("\n");

const written = (type: FieldType): string => (type.kind === "one of" ? `one of (${type.choices.join(", ")})` : type.kind === "reference" ? type.entity : type.kind);
const described = (type: FieldType): string =>
  type.kind === "one of" ? `has the states of point 4 (${type.choices.join(", ")})` : type.kind === "reference" ? "is a User" : `is a ${type.kind}`;

function isOwnDefault(draft: EntityDraft, key: string, { kind, value }: RawAttribute): boolean {
  if (kind !== "default") return false;
  const text = bare(value).text;
  return key === "state" ? startStates(draft.machines).some((state) => fold(state) === fold(text)) : (defaults[key]?.test(text) ?? false);
}

function reportAttribute(ctx: PointCompiler, draft: EntityDraft, key: string, { kind, value, words }: RawAttribute): void {
  const starts = key === "state" && kind === "default" ? startStates(draft.machines) : [];
  ctx.report(
    key === "state" ? "state-by-machine" : "kept-by-product",
    words.span,
    starts.length > 0
      ? `Records of ${draft.name} start as ${starts.join(" or ")} in point 4, not as ${bare(value).text}.`
      : `The product sets "${key}" itself, so \`${words.text}\` has no effect.`,
    starts.length > 0 ? { hint: `Write \`default ${starts[0]!}\`, or change \`Starts as\` in point 4.` } : {},
  );
}
