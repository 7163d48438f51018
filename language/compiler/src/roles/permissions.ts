/** Point 6: roles, conditions, `Never:` lines, rights in words and the matrix. */
import { fold } from "@nonet/feel";
import type { Machine, Permissions } from "@nonet/model";
import type { Block, Table, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { roleLines, roleTable, unreadRoles } from "../syntax/roles/roles.ts";
import { describedParts, type GrantLine } from "../syntax/roles/grant-lines.ts";
import { type Line, linesAmong, linesOf } from "../syntax/roles/condition-lines.ts";
import { isAboutOthers, joinOwns, readNamed, readOwn } from "./conditions.ts";
import { withParts } from "./own-of-parts.ts";
import { creationRights } from "./creation-rights.ts";
import { isMeantAsRight } from "./described-rights.ts";
import { type PermissionDraft, readMatrices } from "./matrix.ts";
import { onlyIn, reportOnly } from "./only.ts";
import { reportRightsInProse, reportUngranted } from "./rights-in-prose.ts";
import { readNever, readRightsInWords } from "./rights-in-words.ts";
import { readRoles } from "./roles.ts";
import { checkUnreadRights } from "./unread-rights.ts";

export function compilePermissions(ctx: PointCompiler, machines: readonly Machine[]): Permissions {
  const point = ctx.tree.points[5];
  const out: PermissionDraft = {
    written: point?.state === "written" || point?.state === "none",
    roles: [],
    own: [],
    named: [],
    fieldRows: [],
    historyRows: [],
    grants: [],
    never: [],
    screens: [],
  };
  const blocks: Block[] = [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)];
  out.roles = readRoles(ctx, blocks);
  const linesOfBlock = new Map<Block, readonly Line[]>();
  const lines = linesAmong(blocks).flatMap(({ block, found: all }) => {
    const found = block.kind === "paragraph" ? all.filter(({ kind, words }) => kind !== "named" || !isAboutOthers(ctx, words)) : all;
    if (found.length > 0) ctx.markEnforced(block.kind === "bullet" ? block.span : (block as Block & { kind: "paragraph" }).words.span);
    linesOfBlock.set(block, found);
    return found;
  });
  const anchor = blocks.find((block) => block.kind !== "table");
  if (anchor)
    Object.assign(
      out,
      ctx.unit("conditions", anchor, [], () => readConditions(ctx, lines)),
    );
  const scope = { machines, own: out.own, named: out.named };
  for (const { kind, words } of lines) if (kind === "never") out.never.push(...readNever(ctx, scope, words));
  const tables = blocks.filter((block): block is Table => block.kind === "table" && !roleTable(block));
  for (const { block, roleLine } of roleLines(blocks)) {
    if (block.kind !== "bullet" || !roleLine || linesOf(block).some(({ kind }) => kind !== "own")) continue;
    const described = describedParts(roleLine).filter(({ words }) => isMeantAsRight(ctx, scope, words));
    linesOfBlock.set(block, [...(linesOfBlock.get(block) ?? []), ...described]);
  }
  // In the document's order; places of different blocks can't be compared here.
  const sentencesOfRights = blocks.flatMap((block) => (linesOfBlock.get(block) ?? []).filter((line) => line.kind === "grant"));
  const rights = sentencesOfRights.filter(({ words }) => !onlyIn(words));
  const isDefinition = (line: GrantLine): boolean => line.isDescription && out.roles.some(({ source }) => isWithin(line.words.span, source));
  // The bullet that defines a role describes it, where a matrix says what the role may do.
  const descriptions = tables.length === 0 ? [] : rights.filter(isDefinition);
  const inWords = rights
    .filter((line) => !descriptions.includes(line))
    .map((line) => ({ line, grants: readRightsInWords(ctx, scope, { ...line, isDescription: isDefinition(line) }) }));
  out.never.push(...inWords.flatMap(({ line, grants }) => (line.isRefusal ? grants.map((grant) => ({ ...grant, whereText: undefined, text: line.words.text })) : [])));
  if (point) checkUnreadRights(ctx, blocks, unreadRoles(point));
  readMatrices(
    ctx,
    out,
    tables,
    inWords.flatMap(({ line, grants }) => (line.isRefusal ? [] : grants)),
  );
  if (out.written) out.grants.push(...creationRights(ctx, machines, out));
  for (const line of sentencesOfRights) if (onlyIn(line.words)) reportOnly(ctx, scope, blocks, line, out);
  if (out.written) reportRightsInProse(ctx, scope, blocks, out);
  const prose = blocks.find((block) => block.kind === "paragraph");
  if (point?.state === "written" && prose && out.roles.length === 0 && out.grants.length === 0)
    ctx.report("no-role", prose.words.span, "Point 6 names no role and grants nothing, so only the Owner has rights.", {
      hint: "Write a bullet for each role, `- **Member** — who they are`, and what they may do in a matrix or in sentences, as in `- Members may read Boats`.",
    });
  reportUngranted(ctx, scope, descriptions, out);
  return unchanged(ctx, out);
}

const isWithin = (inner: Span, outer: Span): boolean => inner.file === outer.file && outer.from <= inner.from && inner.to <= outer.to;

const known = new WeakMap<object, Permissions>();

/** The object of the last check if nothing in it has changed. */
function unchanged(ctx: PointCompiler, made: PermissionDraft): Permissions {
  const whole: Permissions = {
    ...made,
    ...ctx.stableValue("point 6", { roles: made.roles, fieldRows: made.fieldRows, historyRows: made.historyRows, never: made.never, screens: made.screens }),
    own: ctx.stableList("own", made.own),
    named: ctx.stableList("named", made.named),
    grants: ctx.stableList("grants", made.grants),
  };
  const key = ctx.stableList("permissions", Object.values(whole));
  const before = known.get(key) ?? whole;
  known.set(key, before);
  return before;
}

/** All blocks of point 6 except the tables are part of the declared world, so these depend on nothing else. */
function readConditions(ctx: PointCompiler, lines: readonly Line[]): Pick<PermissionDraft, "own" | "named"> {
  const own: PermissionDraft["own"] = [];
  const named = new Map<string, PermissionDraft["named"][number]>();
  for (const { kind, words } of lines) {
    const one = kind === "own" ? alike(ctx, words, () => readOwn(ctx, words)) : null;
    if (one) own.push(one);
    const condition = kind === "named" ? alike(ctx, words, () => readNamed(ctx, words)) : null;
    if (!condition) continue;
    const key = `${condition.entity} ${fold(condition.name)}`;
    if (named.has(key)) ctx.report("doubled-condition", words.span, `The condition "${condition.name}" of ${condition.entity} is already defined.`);
    else named.set(key, condition);
  }
  const joined = joinOwns(own).map((one) => (own.includes(one) ? one : ctx.stableValue(`own ${one.entity}`, one)));
  return { own: [...withParts(ctx, joined)], named: [...named.values()] };
}

/** A line as a unit, with a stable value. */
const alike = <T>(ctx: PointCompiler, words: TextSpan, read: () => T): T =>
  ctx.unit("condition", words, [], () => ctx.stableValue(`condition ${words.span.file} ${words.span.from}`, read()));
