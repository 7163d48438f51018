/** Point 6: roles, who a record's own person is, and the matrix. */
import { fold } from "@nonet/feel";
import type { Machine, Permissions, Role } from "@nonet/model";
import type { Block, Table, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { roleOf } from "../context/role-of.ts";
import type { PointCompiler } from "../context/workshop.ts";
import { leaveOne, swapping } from "../entities/former-names.ts";
import { includedNames, type RoleSaid, rolesSaid, roleTable, unreadRoles } from "../syntax/roles.ts";
import { list } from "../text/english.ts";
import { joinOwns, type Line, linesAmong, readNamed, readOwn } from "./conditions.ts";
import { makingRights } from "./creation-rights.ts";
import { type PermissionDraft, readMatrices } from "./matrix.ts";
import { readNever } from "./never.ts";
import { judgeRights } from "./unread-rights.ts";

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
  const lines = linesAmong(blocks).flatMap(({ block, found }) => {
    if (found.length > 0) ctx.enforced(block.kind === "bullet" ? block.span : (block as Block & { kind: "paragraph" }).words.span);
    return found;
  });
  const beside = blocks.find((block) => block.kind !== "table");
  if (beside)
    Object.assign(
      out,
      ctx.unit("conditions", beside, [], () => readConditions(ctx, lines)),
    );
  for (const { kind, words } of lines) if (kind === "never") out.never.push(...readNever(ctx, { machines, own: out.own, named: out.named }, words));
  if (point) judgeRights(ctx, blocks, unreadRoles(point));
  readMatrices(
    ctx,
    out,
    blocks.filter((block): block is Table => block.kind === "table" && !roleTable(block)),
  );
  if (out.written) out.grants.push(...makingRights(ctx, machines, out));
  return unchanged(ctx, out);
}

const known = new WeakMap<object, Permissions>();

/** The very object of the last time where nothing in it is another. */
function unchanged(ctx: PointCompiler, made: PermissionDraft): Permissions {
  const whole: Permissions = {
    ...made,
    ...ctx.alike("point 6", { roles: made.roles, fieldRows: made.fieldRows, historyRows: made.historyRows, never: made.never, screens: made.screens }),
    own: ctx.sameList("own", made.own),
    named: ctx.sameList("named", made.named),
    grants: ctx.sameList("grants", made.grants),
  };
  const key = ctx.sameList("permissions", Object.values(whole));
  const before = known.get(key) ?? whole;
  known.set(key, before);
  return before;
}

/** All that stands beside the matrix is among what the document declares, so they hang on nothing else. */
function readConditions(ctx: PointCompiler, lines: readonly Line[]): Pick<PermissionDraft, "own" | "named"> {
  const own: PermissionDraft["own"] = [];
  const named = new Map<string, PermissionDraft["named"][number]>();
  for (const { kind, words } of lines) {
    const one = kind === "own" ? alike(ctx, words, () => readOwn(ctx, words)) : null;
    if (one) own.push(one);
    const condition = kind === "named" ? alike(ctx, words, () => readNamed(ctx, words)) : null;
    if (!condition) continue;
    const key = `${condition.entity} ${fold(condition.name)}`;
    if (named.has(key)) ctx.report("doubled-condition", words.span, `A ${condition.entity} that is ${condition.name} is described before.`);
    else named.set(key, condition);
  }
  return { own: joinOwns(own).map((one) => (own.includes(one) ? one : ctx.alike(`own ${one.entity}`, one))), named: [...named.values()] };
}

/** A line as a unit of its own, which stays the same where it says the same. */
const alike = <T>(ctx: PointCompiler, words: TextSpan, read: () => T): T =>
  ctx.unit("condition", words, [], () => ctx.alike(`condition ${words.span.file} ${words.span.from}`, read()));

function readRoles(ctx: PointCompiler, blocks: readonly Block[]): Role[] {
  const direct = new Map<string, { name: string; includes: string[]; text: string; was: TextSpan | null; source: Span }>();
  for (const { block, said: read } of rolesSaid(blocks)) {
    if (!read) {
      ctx.report("unreadable-line", "words" in block ? block.words.span : block.span, "This names no role.", { hint: "Write `- **Role** — who they are`." });
      continue;
    }
    ctx.enforced(read.span);
    if (isTaken(read.name.text))
      ctx.report("reserved-name", read.name.span, `"${read.name.text}" means somebody already wherever a role is named.`, { hint: "Give the role another name." });
    else if (direct.has(fold(read.name.text))) ctx.report("doubled-name", read.name.span, `The role "${read.name.text}" is there already.`);
    else direct.set(fold(read.name.text), { name: read.name.text, includes: includedIn(ctx, read), text: read.text.text, was: read.was, source: read.span });
  }
  const claimed = new Map<string, string>();
  for (const { name, was } of direct.values()) {
    if (!was || fold(was.text) === fold(name)) continue;
    const other = claimed.get(fold(was.text));
    const there = direct.get(fold(was.text));
    if (there)
      ctx.report("doubled-name", was.span, `"${was.text}" is a role still, so no other was it before.`, {
        hint: there.was && fold(there.was.text) === fold(name) ? swapping(there.name, name, "was") : "`was` gives a role another name: leave the former one out.",
      });
    else if (other !== undefined) ctx.report("doubled-name", was.span, `Whoever was ${was.text} is ${other} from now on, so not ${name} too.`, { hint: leaveOne });
    else claimed.set(fold(was.text), name);
  }
  judgeIncludes(ctx, direct);
  return [...direct.values()].map(({ name, text, was, source }) => ({ name, includes: closure(name, direct), text, ...(was ? { was: was.text } : {}), source }));
}

/** Whom words name that aren't roles. */
const isTaken = (name: string): boolean => /^(?:the )?(?:anyone|everyone|public|all users|any user|signed in|bearer|system)$/.test(fold(name));

/** Each circle is told once, at the first of its roles. */
function judgeIncludes(ctx: PointCompiler, direct: ReadonlyMap<string, { name: string; includes: string[]; source: Span }>): void {
  const told = new Set<string>();
  for (const { name, includes, source } of direct.values()) {
    const others = [...new Set(includes)].flatMap((next) => closure(next, direct)).filter((next, at, all) => all.indexOf(next) === at && closure(next, direct).includes(name));
    if (others.length === 0 || told.has(name)) continue;
    for (const other of others) told.add(other);
    const rest = others.filter((other) => other !== name);
    ctx.report("role-circle", source, rest.length === 0 ? `${name} includes itself.` : `${list([name, ...rest])} include each other, so each may do what the others may.`, {
      hint: rest.length === 0 ? "Leave it out." : "Take one `includes` away, or make one role of them.",
    });
  }
}

const includedIn = (ctx: PointCompiler, said: RoleSaid): string[] => includedNames(said).flatMap((words) => roleOf(ctx, words) ?? []);

function closure(name: string, direct: ReadonlyMap<string, { name: string; includes: string[] }>): string[] {
  const out = [name];
  for (const each of out) for (const next of direct.get(fold(each))?.includes ?? []) if (!out.includes(next)) out.push(next);
  return out;
}
