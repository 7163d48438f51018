/** Compiles `create ENTITY with F = …`. */
import { type Expression, fold } from "@nonet/feel";
import type { Creation, Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { typeOnCreate } from "../resolve/amount-currency.ts";
import { entityNames, fieldName } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { bare, cut, findTop, slice, split } from "../text/split.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";

export interface Created {
  readonly entity: TextSpan;
  readonly as: TextSpan | null;
  readonly given: TextSpan | null;
}

export function createStatement(ctx: PointCompiler, base: StatementBase, { entity: written, as, given }: Created, scene: StatementScope): Statement | null {
  const entity = bare(written);
  const draft = ctx.drafts.get(fold(entity.text));
  if (!draft) {
    ctx.report("unknown-entity", entity.span, `There is no entity "${entity.text}".${didYouMean(entity.text, entityNames(ctx))}`);
    return null;
  }
  const open = given ? openAssigned(ctx, draft, given, scene) : null;
  if (open) return stopNotShown(base, open);
  return creation(ctx, base, draft, { as: as && bare(as).text, given }, scene);
}

/** A placeholder for the first field in the words whose type is not shown. */
function openAssigned(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, scene: StatementScope): Expression | null {
  const named = givenIn(draft, words).flatMap((part) => assignment(part)?.before ?? []);
  const field = named.map((name) => ({ name, open: draft.fields.get(fold(bare(name).text))?.open })).find(({ open }) => open !== undefined);
  if (field) ctx.affects(field.open!, scene.what, field.name.span);
  return field ? placeholder(field.name.span, field.open) : null;
}

/** A record that is created with `F = …, F = …`. */
export function creation(
  ctx: PointCompiler,
  base: StatementBase,
  draft: EntityDraft,
  { as, given }: { readonly as: string | null; readonly given: TextSpan | null },
  scene: StatementScope,
): Creation {
  const made = { ...base, kind: "create", entity: draft.name, as } as const;
  if (!given) return { ...made, values: [], asked: [] };
  const isAsked = ({ before }: Sides): boolean => draft.actions.size > 0 && !draft.fields.has(fold(bare(before).text)) && fold(bare(before).text) !== "state";
  // The input of the action that creates the record is known only after all machines are read.
  const asked = givenIn(draft, given).flatMap((part) => {
    const sides = assignment(part);
    if (!sides || !isAsked(sides)) return [];
    const { text: field, span: source } = bare(sides.before);
    return [{ field, value: ctx.expression(sides.after, scene), source }];
  });
  return { ...made, values: assignments(ctx, draft, given, scene, isAsked), asked };
}

/** The parts between commas; `and` before another field separates them too. */
const givenIn = (draft: EntityDraft, words: TextSpan): readonly TextSpan[] => split(words, ",").flatMap((part) => joinedBy(draft, part));

function joinedBy(draft: EntityDraft, part: TextSpan): readonly TextSpan[] {
  const and = findTop(part, /\s+and\s+(?=[^=<>!:]+?\s*=\s)/i);
  const rest = and && slice(part, and.index + and[0].length);
  return rest && draft.fields.has(fold(bare(assignment(rest)!.before).text)) ? [slice(part, 0, and.index), ...joinedBy(draft, rest)] : [part];
}

/** `F = …`, also `F: …`. */
const assignment = (part: TextSpan): ReturnType<typeof cut> => cut(part, /\s*(?:=|:)\s*/);

type Sides = Pick<NonNullable<ReturnType<typeof cut>>, "before" | "after">;

/** `reason` for `reason = asked.reason`: a field alone, where a value of its name is asked for. */
export function asAsked(ctx: PointCompiler, draft: EntityDraft, part: TextSpan, scene: StatementScope): Sides | null {
  const name = bare(part);
  const value = { text: `asked.${name.text}`, span: part.span };
  return draft.fields.has(fold(name.text)) && ctx.tryExpression(value, { ...scene }) ? { before: part, after: value } : null;
}

function reportUnassigned(ctx: PointCompiler, draft: EntityDraft, part: TextSpan): void {
  const named = draft.fields.get(fold(bare(part).text))?.name;
  const settable = [...draft.fields.values()].filter((field) => !field.computed && !field.machine && field.type.kind !== "inverse" && field.type.kind !== "sequence");
  ctx.report("unreadable-statement", part.span, `"${part.text}" doesn't have the form \`F = …\`.`, {
    hint: `Write \`${named ?? settable[0]?.name ?? "F"} = …\`, and so on for each field that gets a value. ${draft.name} has ${settable.map(({ name }) => name).join(", ")}.`,
  });
}

/** `F = …, F = …` for a record that is created, without the parts that are `apart`. */
function assignments(
  ctx: PointCompiler,
  draft: EntityDraft,
  words: TextSpan,
  scene: StatementScope,
  apart: (sides: Sides) => boolean = () => false,
): { field: string; value: Expression }[] {
  const all = givenIn(draft, words);
  const valueFor = (name: string): TextSpan | null => {
    const sides = all.map((part) => assignment(part)).find((one) => one && fold(bare(one.before).text) === fold(name));
    return sides ? sides.after : null;
  };
  return all.flatMap((part) => {
    const sides = assignment(part) ?? asAsked(ctx, draft, part, scene);
    if (!sides) {
      reportUnassigned(ctx, draft, part);
      return [];
    }
    if (apart(sides)) return [];
    const field = fieldName(ctx, draft, sides.before);
    if (field === null) return [];
    const typed = ctx.expression({ text: `this.${field}`, span: sides.before.span }, { what: scene.what, self: draft.name });
    const type = draft.fields.get(fold(field))?.type;
    const expect = type?.kind === "money" ? typeOnCreate(ctx, draft, type, valueFor, scene) : typed.type;
    return [{ field, value: ctx.expression(sides.after, { ...scene, expect }) }];
  });
}
