/** Point 6: roles, who a record's own person is, and the matrix. */
import { fold, type Expression } from "@nonet/feel";
import type { Machine, Permissions, Role } from "@nonet/model";
import type { Block, Bullet, Table, Words } from "@nonet/notation";
import { binary, me, thisOf, walkPath } from "../build-trees.ts";
import { isPermissionLabel, roleBullet } from "../declare.ts";
import type { Workshop } from "../make-context.ts";
import { boolean } from "../type-of.ts";
import { after, bare, isNotShown, isNothing, slice, split } from "../words.ts";
import { readCell, type CellPlace } from "./cells.ts";
import { entityNames, meant } from "./entities.ts";
import { roleOf } from "./transitions.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

export function compilePermissions(ctx: Workshop, machines: readonly Machine[]): Permissions {
  const point = ctx.tree.points[5];
  const out: Draft<Permissions> = { written: point?.state === "written" || point?.state === "none", roles: [], own: [], named: [], fieldRows: [], grants: [], never: [], screens: [] };
  const blocks: Block[] = [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)];
  out.roles = readRoles(ctx, blocks);
  for (const block of blocks) if (block.kind === "paragraph" || block.kind === "bullet") readLine(ctx, out, block);
  for (const block of blocks) {
    if (block.kind === "example") ctx.report("not-supported-yet", block.span, `Examples aren't run yet: "${block.title.text}" is not checked.`, { severity: "warning" });
    if (block.kind === "table") readMatrix(ctx, out, block, machines);
  }
  return out;
}

function readRoles(ctx: Workshop, blocks: readonly Block[]): Role[] {
  const direct = new Map<string, { name: string; includes: string[]; text: string; bullet: Bullet }>();
  for (const block of blocks) {
    if (block.kind !== "bullet" || isPermissionLabel(block.words.text)) continue;
    const read = roleBullet(block);
    if (!read) {
      ctx.report("unreadable-line", block.words.span, "This names no role.", { hint: "Write `- **Role** — who they are`." });
      continue;
    }
    ctx.enforced(block.span);
    if (direct.has(fold(read.name.text))) ctx.report("doubled-name", read.name.span, `The role "${read.name.text}" is there already.`);
    else direct.set(fold(read.name.text), { name: read.name.text, includes: includedIn(ctx, read.text), text: read.text.text, bullet: block });
  }
  return [...direct.values()].map(({ name, text, bullet }) => ({ name, includes: closure(name, direct), text, source: bullet.span }));
}

function includedIn(ctx: Workshop, text: Words): string[] {
  const match = /\bincludes\s+([^.;]+)/i.exec(text.text);
  if (!match) return [];
  const at = match.index + match[0].length - match[1]!.length;
  return split(slice(text, at, at + match[1]!.length), ",").flatMap((part) => part.text.split(/\s+and\s+/).map((name) => ({ text: name.trim(), span: part.span }))).flatMap((words) => roleOf(ctx, words) ?? []);
}

function closure(name: string, direct: ReadonlyMap<string, { name: string; includes: string[] }>): string[] {
  const out = [name];
  for (const each of out) for (const next of direct.get(fold(each))?.includes ?? []) if (!out.includes(next)) out.push(next);
  return out;
}

function readLine(ctx: Workshop, out: Draft<Permissions>, block: Block & { kind: "paragraph" | "bullet" }): void {
  const own = after(block.words, /\**own\**\s*:\**\s*/i);
  const never = after(block.words, /\**never\**\s*:\**\s*/i);
  const span = block.kind === "bullet" ? block.span : block.words.span;
  if (own) {
    ctx.enforced(span);
    for (const sentence of split(own, ";,.")) readOwn(ctx, out, sentence);
  } else if (never) ctx.report("not-supported-yet", block.words.span, "`Never` lines can't be enforced yet.");
  else if (/^an?\s+.+\s+is\s+.+\s+when\s+`/i.test(block.words.text)) ctx.report("not-supported-yet", block.words.span, "Named conditions can't be enforced yet.", { hint: "Write the condition in the cells: ``read where `…` ``." });
}

/** `a Loan is its borrower's`, `a User is themselves`. */
function readOwn(ctx: Workshop, out: Draft<Permissions>, words: Words): void {
  const match = /^(?:and\s+)?(?:(?:an?|each|every)\s+)?(.+?)\s+is\s+(?:(themselves|themself|itself|their own)|(?:its|their|the)\s+(.+?)(?:['’]s?)?)$/i.exec(words.text);
  const draft = match && ctx.drafts.get(fold(match[1]!));
  if (!match) {
    ctx.report("unreadable-line", words.span, `"${words.text}" doesn't say whose a record is.`, { hint: "Write `Own: a Loan is its borrower's.`" });
    return;
  }
  if (!draft) {
    ctx.report("unknown-entity", words.span, `There is no entity "${match[1]}".${meant(match[1]!, entityNames(ctx))}`);
    return;
  }
  const self = thisOf(draft.name, words.span);
  const path = match[2] !== undefined ? self : walkPath(ctx.drafts, self, match[3]!.split("."), words.span);
  if ("missing" in path) {
    ctx.report("unknown-field", words.span, `${draft.name} has no "${path.missing}".${meant(path.missing, [...draft.fields.values()].map((f) => f.name))}`);
    return;
  }
  const condition = isMine(path, words.span);
  if (condition) out.own.push({ entity: draft.name, condition, source: words.span });
  else ctx.report("not-a-person", words.span, `"${match[3]}" of ${draft.name} is no User.`);
}

function isMine(path: Expression, span: Words["span"]): Expression | null {
  if (path.type.kind === "record" && path.type.name === "User") return binary("=", path, me(span), span);
  if (path.type.kind !== "list" || path.type.of.kind !== "record" || path.type.of.name !== "User") return null;
  return { kind: "call", function: "list contains", arguments: [path, me(span)], type: boolean, nullable: path.nullable, span };
}

function readMatrix(ctx: Workshop, out: Draft<Permissions>, table: Table, machines: readonly Machine[]): void {
  const roles = table.headers.map((header, i) => (i === 0 ? null : roleOf(ctx, header)));
  if (roles.includes("bearer")) ctx.report("not-supported-yet", table.span, "`bearer` can't be enforced yet.");
  for (const row of table.rows) {
    ctx.enforced(row.span);
    const head = row.cells[0];
    const place = head && placeOf(ctx, head, machines);
    if (!place) continue;
    if (place.field !== null && !out.fieldRows.some((f) => f.entity === place.draft.name && f.field === place.field)) out.fieldRows.push({ entity: place.draft.name, field: place.field, source: row.span });
    row.cells.forEach((cell, i) => {
      const role = roles[i];
      if (!role || isNothing(cell)) return;
      if (isNotShown(cell)) ctx.hole(`what ${role} may do with ${head.text}`, cell.span);
      else out.grants.push(...readCell(ctx, { ...place, role, own: out.own.find((o) => o.entity === place.draft.name)?.condition ?? null }, cell));
    });
  }
}

/** `Loan`, `Loan: borrower`, `Loan: Hand out`, `Loan: history`. */
function placeOf(ctx: Workshop, head: Words, machines: readonly Machine[]): Omit<CellPlace, "role" | "own"> | null {
  const plain = bare(head);
  if (/^screen\b/i.test(plain.text)) {
    ctx.report("not-supported-yet", head.span, "Permissions on screens can't be enforced yet.", { hint: "A screen's For says who sees it." });
    return null;
  }
  const at = plain.text.indexOf(":");
  const name = at < 0 ? plain.text : plain.text.slice(0, at).trim();
  const draft = ctx.drafts.get(fold(name));
  if (!draft) {
    ctx.report("unknown-entity", head.span, `There is no entity "${name}".${meant(name, entityNames(ctx))}`);
    return null;
  }
  const actions = machines.find((m) => m.entity === draft.name)?.actions.filter((a) => !a.systemOnly).map((a) => a.name) ?? [];
  const base = { draft, actions, field: null, action: null, history: false };
  if (at < 0) return base;
  const part = slice(plain, at + 1).text;
  const field = fold(part) === "state" && draft.states.length > 0 ? "state" : draft.fields.get(fold(part))?.name;
  if (field !== undefined) return { ...base, field };
  if (fold(part) === "history") return { ...base, history: true };
  const action = actions.find((a) => fold(a) === fold(part));
  if (action !== undefined) return { ...base, action };
  ctx.report("unknown-field", slice(plain, at + 1).span, `${draft.name} has no field or action "${part}".${meant(part, [...[...draft.fields.values()].map((f) => f.name), ...actions])}`);
  return null;
}
