/** Point 6: `Never:` lines. They have the form of grants, and forbid what they name even if a grant allows it. */
import { type Expression, fold } from "@nonet/feel";
import { neverForms, type SlotTests } from "@nonet/forms";
import type { Condition, Grant, Machine, Permissions } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";
import { entityNames } from "../resolve/names.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { roleOf } from "../resolve/roles.ts";
import { isGroup, roleNamed } from "../syntax/roles/matrix-roles.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { bare, findTop, isNotShown, slice } from "../text/split.ts";
import { readConditions } from "./cell-conditions.ts";
import { type CellPlace, namedAt } from "./cell-entries.ts";
import { type Deed, deedOf, deedsIn } from "./deeds.ts";
import { exceptionOf } from "./exceptions.ts";

export interface NeverScope {
  readonly machines: readonly Machine[];
  readonly own: Permissions["own"];
  readonly named: Permissions["named"];
}

/** `a Reviewer reads a Paper: authors`, `anyone reads or updates a conflicted Paper`, `a Clerk does Approve on a Loan, except own`. */
export function readNever(ctx: PointCompiler, scene: NeverScope, words: TextSpan): Grant[] {
  if (isNotShown(words)) return unreadable(ctx, words, "A `Never:` line can't be `not shown`", "Remove the line, and write `not shown` in the cells that aren't known.");
  // What a name or a verb can be depends on the entity, so each entity that the line names is tried; the longest name first.
  for (const draft of draftsIn(ctx, words)) {
    const place = placeFor(scene, draft);
    const line = tryForm(neverForms, words, testsFor(ctx, place));
    if (line) return grantsOf(ctx, place, words, line.slots);
  }
  return reportUnread(ctx, scene, words);
}

function grantsOf(ctx: PointCompiler, place: CellPlace, words: TextSpan, slots: Readonly<Record<string, TextSpan | undefined>>): Grant[] {
  const { draft } = place;
  const roles = nameList(slots["roles"]!, (name) => isRole(ctx, name)).flatMap((name) => roleOf(ctx, roleWords(name)) ?? []);
  const at = { ...place, role: roles[0] ?? "" };
  const conditions = [slots["kind"], slots["limits"]].map((part) => (part ? readConditions(ctx, at, part, words) : null));
  const except = slots["exceptions"] ? exceptionOf(ctx, at, slots["exceptions"]) : null;
  if (except === undefined || conditions.includes(undefined)) return [];
  const where = [...conditions, except].reduce<Condition | null>((before, next) => both(before, next ?? null, words), null);
  const names = slots["fields"] ? nameList(slots["fields"], (name) => fieldOf(draft, name) !== undefined).map((name) => fieldOf(draft, name.text)!) : null;
  const isHistory = names?.includes("history") === true && !draft.fields.has("history");
  const deeds: readonly Deed[] = isHistory ? ["history"] : deedsIn(slots["deeds"]!.text, place.actions);
  const fields = isHistory ? null : names;
  return roles.flatMap((role) => deeds.map((verb) => ({ role, entity: draft.name, verb, fields, where, text: words.text, source: words.span })));
}

const placeFor = (scene: NeverScope, draft: EntityDraft): CellPlace => ({
  draft,
  actions: scene.machines.filter((m) => m.entity === draft.name).flatMap((m) => m.actions.map((a) => a.name)),
  field: null,
  action: null,
  history: false,
  role: "",
  own: scene.own.find((o) => o.entity === draft.name)?.condition ?? null,
  named: scene.named.filter((n) => n.entity === draft.name),
});

const plainName = (text: string): string =>
  bare({ text, span: { file: 0, from: 0, to: text.length } })
    .text.replace(/['’]s?$/, "")
    .trim();

function testsFor(ctx: PointCompiler, place: CellPlace): SlotTests {
  const { draft, actions } = place;
  return {
    entity: (text) => [draft.name, draft.plural].some((name) => fold(name) === fold(plainName(text))),
    roles: (text) => isNameList(text, (name) => isRole(ctx, name)),
    deeds: (text) => deedsIn(text, actions).length > 0,
    fields: (text) => isNameList(text, (name) => fieldOf(draft, name) !== undefined),
    limits: (text) => isLimit(place, text),
    kind: (text) => /^(?:not\s+)?(?:their\s+|one's\s+)?own$/i.test(text) || namedAt(place, text)?.length === text.length,
  };
}

/** A condition after the entity, without the exceptions. */
const isLimit = (place: CellPlace, text: string): boolean =>
  (/^(?:own|not|while|where|when|if|as long as|that (?:is|are))\b/i.test(text) || namedAt(place, text) !== null) &&
  !/[,\s](?:except|unless|but not|apart from|other than)\s/i.test(text.replace(/`[^`]*`/g, ""));

/** The entities that the words name, the longest name first. */
function draftsIn(ctx: PointCompiler, { text }: TextSpan): readonly EntityDraft[] {
  const plain = ` ${fold(text.replace(/[^\p{L}\p{N}]+/gu, " "))} `;
  const found = [...ctx.drafts.values()].filter(({ name, plural }) => [name, plural].some((one) => plain.includes(` ${fold(one.replace(/[^\p{L}\p{N}]+/gu, " "))} `)));
  return found.sort((a, b) => b.name.length - a.name.length);
}

/** `a Reviewer`, `any Clerks`, `nobody`, which is anyone. */
const roleWords = (words: TextSpan): TextSpan => {
  const name = words.text.replace(/^(?:an?|any|every|the|no)\s+/i, "").trim();
  return { ...words, text: /^(?:nobody|no one|noone|anybody|one)$/i.test(name) ? "anyone" : name };
};

function isRole(ctx: PointCompiler, name: string): boolean {
  const { text } = roleWords(bare({ text: name, span: { file: 0, from: 0, to: name.length } }));
  return isGroup(text) || roleNamed(ctx.declared.roles, text) !== undefined;
}

/** The field's defined name, `state` or `history`. */
function fieldOf(draft: EntityDraft, text: string): string | undefined {
  const key = fold(plainName(text).replace(/^(?:its|their|the|and|or)\s+/i, ""));
  return draft.fields.get(key)?.name ?? (key === "history" || (key === "state" && draft.states.length > 0) ? key : undefined);
}

function both(a: Condition | null, b: Condition | null, words: TextSpan): Condition | null {
  if (!a || !b) return a ?? b;
  const expression: Expression = binary("and", a.expression, b.expression, words.span);
  return { expression, source: words.span };
}

/** Reports the first part of the line that isn't understood: its entity, who, what they do, or a field. */
function reportUnread(ctx: PointCompiler, scene: NeverScope, words: TextSpan): [] {
  const [draft] = draftsIn(ctx, words);
  const verb = /^(.+?)\s+(?:(?:may|can|must|should|not|never|ever)\s+)*(\p{L}+)\s/u.exec(words.text);
  if (!draft) {
    const name = words.text.split(/[^\p{L}\p{N}]+/u).find((word) => /^\p{Lu}/u.test(word) && didYouMean(word, entityNames(ctx)) !== "");
    const near = name === undefined ? "" : didYouMean(name, entityNames(ctx));
    return unreadable(ctx, words, "This line names no entity of point 3", ...(near === "" ? [] : [`${near.trim()} Write \`Never: a Reviewer reads a Paper: authors\`.`]));
  }
  const place = placeFor(scene, draft);
  const at = findTop(words, /\s(?=\p{L})/u) && [...words.text.matchAll(/\s+(\p{L}+)/gu)].find((match) => deedOf(match[1]!, place.actions).length > 0);
  const who = at ? slice(words, 0, at.index) : null;
  const unknown = who ? nameList(who, (name) => isRole(ctx, name)).find((name) => !isRole(ctx, name.text)) : undefined;
  if (unknown) {
    const name = /^(?:an?|any|every|the|no)\s+/i.exec(unknown.text)?.[0].length ?? 0;
    return roleOf(ctx, slice(unknown, name)) === null ? [] : unreadable(ctx, words);
  }
  const listed = findTop(words, /:\s*/);
  const end = listed && /\s(?:own|while|where|not|when|except|unless)\b|,\s*except\b/i.exec(words.text.slice(listed.index))?.index;
  const fields = listed ? slice(words, listed.index + listed[0].length, typeof end === "number" ? listed.index + end : undefined) : null;
  const missing = fields ? nameList(fields, (name) => fieldOf(draft, name) !== undefined).filter((name) => fieldOf(draft, name.text) === undefined) : [];
  for (const name of missing)
    ctx.report(
      "unknown-field",
      name.span,
      `${draft.name} has no field "${name.text}".${didYouMean(name.text, [...[...draft.fields.values()].map((f) => f.name), ...place.actions])}`,
    );
  if (missing.length > 0) return [];
  return unreadable(ctx, words, at || !verb ? "This line doesn't say who may never do what" : `"${verb[2]}" is neither a verb nor an action of ${draft.name}`);
}

function unreadable(ctx: PointCompiler, words: TextSpan, message = "This line isn't understood", hint = "Write `Never: a Reviewer reads a Paper: authors`."): [] {
  ctx.report("unreadable-never", words.span, `${message}: "${words.text}".`, { hint });
  return [];
}
