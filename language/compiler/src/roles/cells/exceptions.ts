/** What a line of point 6 leaves out: `except own`, `except while submitted`, `except an Auditor`, and fields: `read own, except notes`. */
import { type Expression, fold } from "@nonet/feel";
import type { Condition } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { binary, me, text } from "../../expressions/build.ts";
import { boolean, listOf, text as string } from "../../expressions/field-type.ts";
import { includingRoles } from "../../resolve/roles.ts";
import { roleNamed } from "../../syntax/roles/matrix-roles.ts";
import { isNameList, nameList } from "../../text/name-list.ts";
import { after, findTop, slice } from "../../text/split.ts";
import { readConditions, withWhile } from "./cell-conditions.ts";
import { type CellPlace, namesFields, verbs } from "./cell-entries.ts";
import { deedOf, deedsIn } from "./deeds.ts";

/** The condition that none of the exceptions holds; undefined if one of them can't be read. */
export function exceptionOf(ctx: PointCompiler, place: CellPlace, words: TextSpan): Condition | undefined {
  const pieces = alternatives(words).map((piece) => oneException(ctx, place, piece));
  if (pieces.includes(undefined)) return undefined;
  const any = (pieces as Expression[]).reduce((left, right) => binary("or", left, right, words.span));
  return { expression: { kind: "call", function: "not", arguments: [any], type: boolean, nullable: any.nullable, span: words.span }, source: words.span };
}

/** `anyone but a Clerk or a Manager`: the condition that the person has none of the roles. */
export function withoutRoles(ctx: PointCompiler, names: readonly TextSpan[], words: TextSpan): Condition | undefined {
  const roles = names.map((name) => roleNamed(ctx.declared.roles, name.text.replace(/^(?:an?|the|any|every)\s+/i, "")));
  if (roles.length === 0 || roles.includes(undefined)) return undefined;
  const any = roles.map((role, i) => hasRole(ctx, role!.name, names[i]!)).reduce((left, right) => binary("or", left, right, words.span));
  return { expression: { kind: "call", function: "not", arguments: [any], type: boolean, nullable: any.nullable, span: words.span }, source: words.span };
}

/** Parted at commas and `or`, except inside the states of a `while`. */
function alternatives(words: TextSpan): readonly TextSpan[] {
  const joint = findTop(words, /(?:,\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+)(?=(?:for\s+|to\s+)?(?:an?|the|any|every)\s|own\b|while\s|where\s)/i);
  if (!joint) return [words];
  return [slice(words, 0, joint.index), ...alternatives(slice(words, joint.index + joint[0].length))];
}

function oneException(ctx: PointCompiler, place: CellPlace, words: TextSpan): Expression | undefined {
  const plain = after(words, /(?:(?:for|to|by|of|on|if|when it is|where it is|it is|that is|that are)\s+)*/i) ?? words;
  const role = roleNamed(ctx.declared.roles, plain.text);
  if (role) return hasRole(ctx, role.name, plain);
  return readConditions(ctx, place, withWhile(place, plain), plain)?.expression;
}

/** `me has role ROLE`, with every role that includes it. */
function hasRole(ctx: PointCompiler, role: string, { span }: TextSpan): Expression {
  const type = listOf(string);
  const roles: Expression = { kind: "path", of: me(span), field: "roles", listed: false, type, nullable: false, span };
  const tests = includingRoles(ctx, fold(role)).map((name): Expression => ({
    kind: "call",
    function: "list contains",
    arguments: [roles, text(name, span)],
    type: boolean,
    nullable: false,
    span,
  }));
  return tests.reduce((left, right) => binary("or", left, right, span));
}

/** The end of a cell's entry that leaves fields out, behind its conditions: where it begins, and the names; null if there is none. */
export function leftOutBehind(place: CellPlace, words: TextSpan): { readonly at: number; readonly names: TextSpan } | null {
  const found = /^([^`]*?(?:`[^`]*`[^`]*?)*?),?\s+(?:except(?:\s+for)?|but\s+not|without)\s+(?:(?:its|the|their)\s+)?([^`;]+)$/is.exec(words.text);
  if (!found || found[1]!.trim() === "") return null;
  const names = slice(words, words.text.length - found[2]!.length);
  return namesFields(place, names.text) ? { at: found[1]!.length, names } : null;
}

/** `everything with Loans, but not Hand out`: the verbs and actions, by their names, that are left out of what is granted; none if anything else is named. */
export function exceptedDeeds(places: readonly CellPlace[], words: TextSpan, deeds: TextSpan): readonly string[] {
  const actions = places.flatMap((place) => place.actions);
  const isDeed = (name: string): boolean =>
    !places.some(({ draft }) => draft.states.some((state) => fold(state) === fold(name))) &&
    (actions.some((action) => fold(action) === fold(name)) || Object.hasOwn(verbs, fold(name)) || (/ing\b/i.test(name) && deedOf(name, actions).length > 0));
  const listed = slice(words, 0, words.text.length - (/\s+(?:it|them)$/i.exec(words.text)?.[0].length ?? 0));
  if (listed !== words && listed.text !== words.text) return exceptedDeeds(places, listed, deeds);
  if (!isNameList(words.text, isDeed)) return [];
  const granted = places.flatMap((place) => deedsIn(deeds.text, place.actions)).map((deed) => JSON.stringify(deed));
  const found = nameList(words, isDeed).flatMap(({ text: name }) => deedOf(name, actions).map((deed) => JSON.stringify(deed)));
  return found.every((deed) => granted.includes(deed)) ? found : [];
}

/** `Tenancy: deposit, deposit returned`: the entity whose fields are left out, and their names; null for other words. */
export function leftOutOf(
  words: TextSpan,
  drafts: readonly EntityDraft[],
  isCalled: (draft: EntityDraft, name: string) => boolean,
): { readonly draft: EntityDraft; readonly names: TextSpan } | null {
  const found = /^(?:the\s+)?([^:`]+?)\s*:\s*(?=\S)/i.exec(words.text);
  const draft = found && drafts.find((one) => isCalled(one, found[1]!));
  return draft ? { draft, names: slice(words, found[0].length) } : null;
}
