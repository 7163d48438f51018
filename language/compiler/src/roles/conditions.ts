/** Point 6: `Own:` lines and named conditions. */
import { type Expression, fold } from "@nonet/feel";
import type { Permissions } from "@nonet/model";
import type { Block, TextSpan } from "@nonet/notation";
import { ownForms } from "@nonet/forms";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary, me, thisOf, walkPath } from "../expressions/build.ts";
import { overRecord } from "../expressions/expand-conditions.ts";
import { boolean } from "../expressions/field-type.ts";
import { entityCalled, entityNames } from "../resolve/names.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { isRole } from "../resolve/roles.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { article, capital } from "../text/english.ts";
import { bare, isNotShown, slice } from "../text/split.ts";
import { withParts } from "./own-of-parts.ts";
import { ownerPaths, ownerSteps } from "../syntax/roles/owners.ts";
import { conditionLine, isSurelyCondition } from "../syntax/roles/condition-line.ts";
import { conditionLines, linesAmong } from "../syntax/roles/condition-lines.ts";

type Own = Permissions["own"][number];
type Named = Permissions["named"][number];

/** `a Loan is its borrower's`, `a User is themselves`, `an Order is its customer.contacts'`. */
export function readOwn(ctx: PointCompiler, words: TextSpan, above: readonly string[] = []): Own | null {
  if (isNotShown(words)) {
    ctx.report("unreadable-line", words.span, "An `Own:` line can't be `not shown`.", {
      hint: "Remove the line, and write `not shown` in each cell and Who that would say `own`.",
    });
    return null;
  }
  const isEntity = (text: string): boolean => draftOf(ctx, text) !== undefined;
  const line = tryForm(ownForms, withoutBackticks(words), { entity: isEntity });
  if (!line) {
    const named = /^(?:and\s+)?(?:(?:an?|each|every|any|the)\s+)?(.+?)\s+(?:is|are|belongs?)\s/is.exec(words.text)?.[1];
    if (named !== undefined && !isEntity(named)) {
      const at = words.text.indexOf(named);
      ctx.report("unknown-entity", slice(words, at, at + named.length).span, `There is no entity "${named}".${didYouMean(named, entityNames(ctx))}`);
    } else ctx.report("unreadable-line", words.span, `"${words.text}" doesn't say who owns a record.`, { hint: "Write `Own: a Loan is its borrower's.`" });
    return null;
  }
  const draft = draftOf(ctx, line.slots["entity"]!.text)!;
  const paths = line.name === "self" ? [""] : ownerPaths(line.slots["owners"]!, draft.fields);
  const conditions = paths.map((path) => ownCondition(ctx, draft.name, path, words, above));
  if (conditions.includes(null)) return null;
  return { entity: draft.name, condition: (conditions as Expression[]).reduce((a, b) => binary("or", a, b, words.span)), source: words.span };
}

/** ``a Booking where `guest = me` ``: the places of all words stay. */
const withoutBackticks = (words: TextSpan): TextSpan => (/`[^`]*=\s*me`/.test(words.text) ? { ...words, text: words.text.replaceAll("`", " ") } : words);

const draftOf = (ctx: PointCompiler, text: string): EntityDraft | undefined => entityCalled(ctx.drafts, bare({ text, span: { file: 0, from: 0, to: text.length } }).text);

/** The paths from a record that lead to people, in one or two steps. */
function peopleOf(ctx: PointCompiler, entity: string): string | undefined {
  const references = (name: string) =>
    [...(ctx.drafts.get(fold(name))?.fields.values() ?? [])].flatMap(({ name: field, type }) => ("entity" in type && type.kind !== "inverse" ? [{ field, to: type.entity }] : []));
  const paths = references(entity).flatMap(({ field, to }) => (to === "User" ? [field] : references(to).flatMap((next) => (next.to === "User" ? [`${field}.${next.field}`] : []))));
  return paths.length === 0 ? undefined : `Fields of ${entity} that lead to people: ${paths.slice(0, 8).join(", ")}.`;
}

function ownCondition(ctx: PointCompiler, entity: string, path: string, words: TextSpan, above: readonly string[]): Expression | null {
  const self = thisOf(entity, words.span);
  const found = path === "" ? self : walkPath(ctx.drafts, self, ownerSteps(path), words.span);
  if ("missing" in found) {
    const at = words.text.lastIndexOf(found.missing);
    const steps = ownerSteps(path);
    const before = walkPath(ctx.drafts, self, steps.slice(0, steps.indexOf(found.missing)), words.span);
    const type = "missing" in before ? null : before.type.kind === "list" ? before.type.of : before.type;
    const owner = type?.kind === "record" ? type.name : entity;
    ctx.report(
      "unknown-field",
      at < 0 ? words.span : slice(words, at, at + found.missing.length).span,
      `${owner} has no "${found.missing}".${didYouMean(
        found.missing,
        [...(ctx.drafts.get(fold(owner))?.fields.values() ?? [])].map((f) => f.name),
      )}`,
      { hint: peopleOf(ctx, owner) },
    );
    return null;
  }
  const open = openOn(ctx, found);
  if (open !== null) {
    // The owner isn't known, so `own` grants nothing.
    ctx.affects(open, `Own of ${entity}`, words.span);
    return { kind: "hole", open, type: boolean, nullable: true, span: words.span };
  }
  const condition = isMine(found, words.span) ?? ofItsOwner(ctx, found, [...above, entity]);
  if (!condition) {
    const other = path !== "" && found.type.kind === "record" ? found.type.name : null;
    const hint = other === null || above.length > 0 ? undefined : `Say who owns ${article(other)} too, as in \`${article(other)} is its FIELD's\`.`;
    ctx.report("not-a-person", words.span, path === "" ? `${capital(article(entity))} isn't a User.` : `"${path}" of ${entity} isn't a User.`, hint === undefined ? {} : { hint });
  }
  return condition;
}

/** `a Contract is its child's`: whoever owns the Child, by the lines that say it. `above`: the entities whose owners depend on this one. */
function ofItsOwner(ctx: PointCompiler, path: Expression, above: readonly string[]): Expression | null {
  if (path.kind !== "path" || path.type.kind !== "record" || above.includes(path.type.name)) return null;
  const { name } = path.type;
  const isIts = (words: TextSpan): boolean => {
    const entity = tryForm(ownForms, withoutBackticks(words), { entity: (text) => draftOf(ctx, text) !== undefined })?.slots["entity"];
    return entity !== undefined && draftOf(ctx, entity.text)?.name === name;
  };
  const lines = linesAmong(blocksOf(ctx)).flatMap(({ found }) => found.filter(({ kind, words }) => kind === "own" && isIts(words)));
  const owns = ctx.silently(() => lines.map(({ words }) => readOwn(ctx, words, above)));
  if (owns.length === 0 || owns.includes(null)) return null;
  return owns.map((own) => overRecord(own!.condition, path)).reduce((a, b) => binary("or", a, b, path.span));
}

const blocksOf = ({ tree }: PointCompiler): readonly Block[] => [...(tree.points[5]?.blocks ?? []), ...(tree.points[5]?.sections ?? []).flatMap((section) => section.blocks)];

/** The first type on the path that is not shown. */
function openOn(ctx: PointCompiler, path: Expression): string | null {
  if (path.kind !== "path") return null;
  const of = path.of.type.kind === "list" ? path.of.type.of : path.of.type;
  const open = of.kind === "record" ? ctx.drafts.get(fold(of.name))?.fields.get(fold(path.field))?.open : undefined;
  return open ?? openOn(ctx, path.of);
}

function isMine(path: Expression, span: TextSpan["span"]): Expression | null {
  if (path.type.kind === "record" && path.type.name === "User") return binary("=", path, me(span), span);
  if (path.type.kind !== "list" || path.type.of.kind !== "record" || path.type.of.name !== "User") return null;
  return { kind: "call", function: "list contains", arguments: [path, me(span)], type: boolean, nullable: path.nullable, span };
}

/** Several lines for one entity are alternatives. */
export function joinOwns(owns: readonly Own[]): Own[] {
  const out = new Map<string, Own>();
  for (const own of owns) {
    const before = out.get(own.entity);
    out.set(own.entity, before ? { ...before, condition: binary("or", before.condition, own.condition, before.source) } : own);
  }
  return [...out.values()];
}

/** ``A Paper is conflicted when `…` ``. */
export function readNamed(ctx: PointCompiler, words: TextSpan): Named | null {
  const line = conditionLine(words);
  if (!line) return null;
  const draft = draftOf(ctx, line.entity.text);
  if (!draft) {
    ctx.report("unknown-entity", line.entity.span, `There is no entity "${line.entity.text}".${didYouMean(line.entity.text, entityNames(ctx))}`);
    return null;
  }
  const name = line.name.text;
  if (/^(?:own|all|none|not\b.*|while\b.*|where\b.*)$/i.test(name)) {
    ctx.report("reserved-name", line.name.span, `"${name}" has another meaning in a cell, so it can't be the name of a condition.`, {
      hint: fold(name) === "own" ? `To say who owns ${article(draft.name)}, write \`Own: ${article(draft.name)} is its FIELD's.\`` : "Give the condition another name.",
    });
    return null;
  }
  // `A Loan is hidden from Clerks when …` would define a name, and hide nothing.
  const people = /\s(?:to|from|by|for)\s+(?:(?:an?|any|every|the)\s+)?(.+)$/i.exec(name)?.[1];
  if (people !== undefined && isRole(ctx, people)) {
    ctx.report("unreadable-right", words.span, "This line names a condition, and a condition alone grants and forbids nothing.", {
      hint: `Write what ${people} may or may not do, as in \`Clerks may read Loans while open\` or \`Never: a Clerk reads a Loan while open\`.`,
    });
    return null;
  }
  if (draft.fields.has(fold(name))) {
    ctx.report("reserved-name", line.name.span, `${draft.name} has a field "${name}", so the name can't be a condition too.`, { hint: "Give the condition another name." });
    return null;
  }
  const condition = ctx.expression(line.condition, { what: `whether ${article(draft.name)} is ${name}`, self: draft.name, expect: { kind: "boolean" } });
  return { name, entity: draft.name, condition, source: words.span };
}

/** Whether a sentence of a paragraph is about something else than records: `A guest is welcome when she has a ticket`. */
export function isAboutOthers(ctx: PointCompiler, words: TextSpan): boolean {
  const entity = isSurelyCondition(words) ? undefined : conditionLine(words)?.entity.text;
  return entity !== undefined && !draftOf(ctx, entity) && didYouMean(entity, entityNames(ctx)) === "";
}

/** Whose a record of the entity is, by point 6's `Own:` lines; null if none says so. Their mistakes are reported in point 6. */
export function ownConditionOf(ctx: PointCompiler, entity: string): Expression | null {
  const blocks = blocksOf(ctx);
  const anchor = blocks.find((block) => block.kind !== "table");
  if (!anchor) return null;
  const lines = linesAmong(blocks).flatMap(({ found }) => found.filter(({ kind }) => kind === "own"));
  const owns = ctx.silently(() => ctx.unit("own conditions", anchor, [], () => withParts(ctx, joinOwns(lines.flatMap(({ words }) => readOwn(ctx, words) ?? [])))));
  return owns.find((own) => own.entity === entity)?.condition ?? null;
}

const known = new WeakMap<PointCompiler, readonly Named[]>();

/** Point 6's named conditions, for Who in point 4, which is compiled before point 6. Their mistakes are reported in point 6. */
export function namedConditions(ctx: PointCompiler): readonly Named[] {
  // Every unit that reads the conditions depends on them, not only the first one.
  const found = (ctx.isIncremental ? undefined : known.get(ctx)) ?? namedIn(ctx);
  known.set(ctx, found);
  return found;
}

function namedIn(ctx: PointCompiler): readonly Named[] {
  const point = ctx.tree.points[5];
  const blocks = [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)];
  const anchor = blocks.find((block) => block.kind !== "table");
  if (!anchor) return [];
  const read = (): readonly Named[] => conditionLines(point).flatMap((line) => readNamed(ctx, line.words) ?? []);
  return ctx.silently(() => ctx.unit("named conditions", anchor, [], read));
}
