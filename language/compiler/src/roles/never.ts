/** Point 6: `Never:` lines. They have the form of grants, and forbid what they name even if a grant allows it. */
import { type Expression, fold } from "@nonet/feel";
import type { Condition, Grant, Machine, Permissions } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { roleOf } from "../resolve/roles.ts";
import { after, bare, isNotShown, slice, split } from "../text/split.ts";
import { readConditions } from "./cell-conditions.ts";
import type { CellPlace } from "./cell-entries.ts";

export interface NeverScope {
  readonly machines: readonly Machine[];
  readonly own: Permissions["own"];
  readonly named: Permissions["named"];
}

const verbs: Readonly<Record<string, Grant["verb"]>> = {
  create: "create",
  add: "create",
  make: "create",
  read: "read",
  see: "read",
  view: "read",
  update: "update",
  change: "update",
  edit: "update",
  write: "update",
  delete: "delete",
  remove: "delete",
};

/** `a Reviewer reads a Paper: authors`, `anyone reads or updates a conflicted Paper`, `a Clerk does Approve on a Loan where …`. */
export function readNever(ctx: PointCompiler, scene: NeverScope, words: TextSpan): Grant[] {
  if (isNotShown(words)) return unreadable(ctx, words, "A `Never:` line can't be `not shown`", "Remove the line, and write `not shown` in the cells that aren't known.");
  const found = entityIn(ctx, words);
  if (!found) return unreadable(ctx, words, "This line names no entity of point 3");
  const { draft, head, tail } = found;
  const actions = scene.machines.filter((m) => m.entity === draft.name).flatMap((m) => m.actions.map((a) => a.name));
  const read = deedsOf(ctx, words, head, actions);
  if (!read) return [];
  const place: CellPlace = {
    draft,
    actions,
    field: null,
    action: null,
    history: false,
    role: read.roles[0] ?? "",
    own: scene.own.find((o) => o.entity === draft.name)?.condition ?? null,
    named: scene.named.filter((n) => n.entity === draft.name),
  };
  const before = read.rest.text === "" ? null : readConditions(ctx, place, read.rest, words);
  const part = after(tail, /:\s*/);
  const end = part ? /\s+(?:own|while|where|not|when)\s/i.exec(part.text) : null;
  const names = part ? slice(part, 0, end?.index) : null;
  const conditions = part ? (end ? slice(part, end.index) : slice(part, part.text.length)) : tail;
  const behind = conditions.text === "" ? null : readConditions(ctx, place, conditions, words);
  if (before === undefined || behind === undefined) return [];
  const where = both(before, behind, words);
  const target = targetOf(ctx, draft, actions, names);
  if (!target) return [];
  const deeds = target.history ? ["history" as const] : read.deeds;
  return read.roles.flatMap((role) => deeds.map((verb) => ({ role, entity: draft.name, verb, fields: target.fields, where, text: words.text, source: words.span })));
}

/** The entity: the first that is followed by a colon, a condition or the end. */
function entityIn(ctx: PointCompiler, words: TextSpan): { draft: EntityDraft; head: TextSpan; tail: TextSpan } | null {
  const names = [...ctx.drafts.values()]
    .flatMap((draft) => [
      { name: draft.name, draft },
      { name: draft.plural, draft },
    ])
    .sort((a, b) => b.name.length - a.name.length);
  let best: { at: number; length: number; draft: EntityDraft } | null = null;
  const small = words.text.toLowerCase();
  for (const { name, draft } of names) {
    if (!small.includes(name.split(" ")[0]!.toLowerCase())) continue;
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s+")}(?![\\p{L}\\p{N}])(?=\\s*:|\\s+(?:own|while|where|not|when)\\b|\\s*$)`,
      "iu",
    );
    const match = pattern.exec(words.text.replace(/`[^`]*`/g, (code) => "`".repeat(code.length)));
    if (match && (!best || match.index < best.at || (match.index === best.at && match[0].length > best.length))) best = { at: match.index, length: match[0].length, draft };
  }
  return best && { draft: best.draft, head: slice(words, 0, best.at), tail: slice(words, best.at + best.length) };
}

interface Deeds {
  readonly roles: readonly string[];
  readonly deeds: readonly Grant["verb"][];
  /** The condition between the verbs and the entity. */
  readonly rest: TextSpan;
}

function deedsOf(ctx: PointCompiler, whole: TextSpan, head: TextSpan, actions: readonly string[]): Deeds | null {
  const all = [...Object.keys(verbs), ...actions.map(fold), "do anything with", "touch"];
  const forms = [...all].sort((a, b) => b.length - a.length).map((verb) => `${verb.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s+")}(?:e?s)?`);
  const one = `(?:(?:do|does)\\s+(?:${actions.map((a) => a.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") || "(?!)"})\\s+(?:on|to)|does\\s+anything\\s+with|${forms.join("|")})`;
  const match = new RegExp(`^(.+?)\\s+((?:${one})(?:\\s*(?:,|\\bor\\b|\\band\\b|/)+\\s*(?:${one}))*)(?:\\s+(?:an?|any|every|the))?(?:\\s+|$)`, "isu").exec(head.text);
  if (!match) {
    unreadable(ctx, whole, "This line doesn't say who may never do what");
    return null;
  }
  const roles = split(slice(head, 0, match[1]!.length), ",/")
    .flatMap((part) =>
      part.text.split(/\s+(?:or|and|nor)\s+/i).map((text) => ({
        text: text
          .replace(/^(?:or|and)\s+/i, "")
          .replace(/^(?:an?|any|every|the|no)\s+/i, "")
          .trim(),
        span: part.span,
      })),
    )
    .flatMap((words) => roleOf(ctx, words) ?? []);
  const deeds = match[2]!.split(/\s*(?:,|\bor\b|\band\b|\/)+\s*/i).flatMap((word) => deedOf(word.trim(), actions));
  return { roles, deeds: [...new Set(deeds)], rest: slice(head, match[0].length) };
}

function deedOf(word: string, actions: readonly string[]): Grant["verb"][] {
  if (/^(does\s+anything\s+with|touch(es)?)$/i.test(word)) return ["create", "read", "update", "delete", "history", ...actions.map((action) => ({ action }))];
  const plain = fold(word.replace(/^(?:do|does)\s+/i, "").replace(/\s+(?:on|to)$/i, ""));
  const action = actions.find((name) => [fold(name), `${fold(name)}s`, `${fold(name)}es`].includes(plain));
  if (action !== undefined) return [{ action }];
  const verb = verbs[plain] ?? verbs[plain.replace(/s$/, "")];
  return verb ? [verb] : [];
}

/** After the colon: fields, or `history`. */
function targetOf(ctx: PointCompiler, draft: EntityDraft, actions: readonly string[], names: TextSpan | null): { fields: readonly string[] | null; history: boolean } | null {
  if (!names || names.text === "") return { fields: null, history: false };
  if (fold(names.text) === "history") return { fields: null, history: true };
  const fields: string[] = [];
  for (const words of split(names, ",/").flatMap((part) => part.text.split(/\s+(?:and|or)\s+/i).map((text) => ({ text, span: part.span })))) {
    const key = fold(bare(words).text.replace(/^(?:its|the|and|or)\s+/i, ""));
    const field = key === "state" && draft.states.length > 0 ? "state" : draft.fields.get(key)?.name;
    if (field === undefined) {
      ctx.report(
        "unknown-field",
        words.span,
        `${draft.name} has no field "${words.text}".${didYouMean(words.text, [...[...draft.fields.values()].map((f) => f.name), ...actions])}`,
      );
      return null;
    }
    fields.push(field);
  }
  return { fields, history: false };
}

function both(a: Condition | null, b: Condition | null, words: TextSpan): Condition | null {
  if (!a || !b) return a ?? b;
  const expression: Expression = binary("and", a.expression, b.expression, words.span);
  return { expression, source: words.span };
}

function unreadable(ctx: PointCompiler, words: TextSpan, message: string, hint = "Write `Never: a Reviewer reads a Paper: authors`."): [] {
  ctx.report("unreadable-never", words.span, `${message}: "${words.text}".`, { hint });
  return [];
}
