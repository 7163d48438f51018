/** Point 4: the Who cell of a transition. */
import { type Expression, fold } from "@nonet/feel";
import { type SlotTests, whoForms } from "@nonet/forms";
import type { Condition, Who } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { placeholder } from "../context/placeholder.ts";
import { binary, thisOf, walkPath } from "../expressions/build.ts";
import { pronoun, withPlainOwn } from "../text/own-words.ts";
import { isRole, roleOf } from "../resolve/roles.ts";
import { namedConditions, ownConditionOf } from "../roles/conditions.ts";
import { describedGroup } from "../syntax/roles/group-words.ts";
import { roleNamed } from "../syntax/roles/matrix-roles.ts";
import { article } from "../text/english.ts";
import { type FormLine, tryForm } from "../text/form-line.ts";
import { after, bare, cut, slice, split, withBreaksAs } from "../text/split.ts";
import { describedPeople } from "./described-people.ts";

type Form = keyof (typeof whoForms)["forms"];

/** `Clerk`, `Borrower own`, ``Approver where `…` ``, `own`, `system`, separated by commas. */
export const whoIn = (ctx: PointCompiler, draft: EntityDraft, words: TextSpan): readonly Who[] =>
  split(withBreaksAs({ ...words, text: withPlainOwn(withoutOwn(words.text), draft).replace(/,(?=\s+but\s+not\s)/gi, " ") }, ","), ",/;").flatMap((part) =>
    entriesIn(ctx, draft, part),
  );

/** `of my own firm` as `of my firm`, as long as before. */
const withoutOwn = (text: string): string => text.replace(ofOwn, (found, kept: string) => kept.padEnd(found.length));
const ofOwn = new RegExp(String.raw`(\s(?:of|from|in|at)\s+${pronoun})\s+own\s+`, "giu");

/** One entry, or those between `and` and `or` where the whole names no role. */
function entriesIn(ctx: PointCompiler, draft: EntityDraft, part: TextSpan): readonly Who[] {
  const words = withoutBrackets(after(part, /(?:and|or)\s+/i) ?? part);
  // `anyone with the link` holds no condition.
  const group = describedGroup(bare(words).text);
  if (group !== undefined) return [{ role: group, own: false, where: null, source: words.span }];
  const known = tryForm(whoForms, words, testsFor(ctx, draft, true));
  const parted = known ? null : cut(words, /(?:^|\s+)(?:and|or)\s+/i);
  if (parted && tryForm(whoForms, parted.after, testsFor(ctx, draft, true)))
    return [...(parted.before.text === "" ? [] : entriesIn(ctx, draft, parted.before)), ...entriesIn(ctx, draft, parted.after)];
  const line = known ?? tryForm(whoForms, words, testsFor(ctx, draft, false));
  const who = line && whoOf(ctx, draft, words, line);
  return who ? [{ ...who, source: words.span }] : [];
}

/** `Guest (own)` as `Guest  own `. */
const withoutBrackets = (words: TextSpan): TextSpan =>
  /\((?:only|own|(?:my|their|his|her)\s+own|where|if|when|with|not)\b.*\)$/i.test(words.text) ? { ...words, text: words.text.replace(/^(.*?)\((.*)\)$/s, "$1 $2 ") } : words;

function testsFor(ctx: PointCompiler, draft: EntityDraft, areKnown: boolean): SlotTests {
  const names = namedConditions(ctx).flatMap(({ entity, name }) => (entity === draft.name ? [fold(name)] : []));
  return { named: (text) => names.includes(fold(text)), people: (text) => peopleAt(ctx, draft, text) !== null, ...(areKnown ? { role: (text) => isRole(ctx, text) } : {}) };
}

function whoOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, { name: form, slots }: FormLine<Form>): Who | null {
  if (form === "own") ctx.markUsed("own", "", draft.name);
  const person = form === "role" && slots["role"] && !slots["condition"] ? personOf(ctx, draft, bare(slots["role"])) : null;
  if (person) return { role: "everyone", own: false, where: { expression: person, source: words.span } };
  const others = form === "role" && slots["role"] && !slots["condition"] ? exceptPerson(ctx, draft, bare(slots["role"])) : null;
  const holderOf = others && roleOf(ctx, others.role, `who may act on ${article(draft.name)}`);
  if (others) return holderOf === null ? null : { role: holderOf as string, own: false, where: { expression: others.where, source: words.span } };
  const described = form === "role" && slots["role"] && !slots["condition"] ? describedPeople(ctx, draft, bare(slots["role"])) : null;
  if (described) {
    const holder = described.where && roleOf(ctx, described.role, `who may act on ${article(draft.name)}`);
    return holder && described.where ? { role: holder, own: false, where: { expression: described.where, source: words.span } } : null;
  }
  const named = slots["named"] ? conditionNamed(ctx, draft, slots["named"].text, form === "not named") : form === "not own" ? notOwn(ctx, draft, words) : null;
  const role = slots["role"] ? roleOf(ctx, bare(slots["role"]), `who may act on ${article(draft.name)}`) : "everyone";
  if (role === null) return null;
  const where = slots["condition"];
  const written: Condition | null = where
    ? { expression: ctx.expression(where, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } }), source: where.span }
    : null;
  const among = slots["people"] ? peopleIn(ctx, draft, slots["people"]) : null;
  if (among) return { role, own: false, where: { expression: among, source: slots["people"]!.span } };
  const condition: Condition | null = named ? { expression: written ? binary("and", named, written.expression, words.span) : named, source: words.span } : written;
  return { role, own: form === "own", where: condition };
}

/** `its approver`: the person in a field of the record. A role of that name comes first. */
function personOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Expression | null {
  if (roleNamed(ctx.declared.roles, fold(words.text))) return null;
  return peopleIn(ctx, draft, words);
}

/** A path over the record to a User or to Users, as it is written in an expression, and whether it leads to several. */
function peopleAt(ctx: PointCompiler, draft: EntityDraft, text: string): { readonly path: string; readonly isList: boolean } | null {
  const path = text
    .replace(/^(?:its|the|their)\s+/i, "")
    .replace(/\s+of\s+(?:the\s+|this\s+)?(?:record|\p{L}[\p{L} ]*)$/iu, (of) => (fold(of).endsWith(fold(draft.name)) ? "" : of));
  const span = { file: 0, from: 0, to: 0 };
  const found = walkPath(ctx.drafts, thisOf(draft.name, span), path.split(/\.|['’]s?\s+/), span);
  if ("missing" in found) return null;
  const one = found.type.kind === "list" ? found.type.of : found.type;
  return one.kind === "record" && one.name === "User" ? { path, isList: found.type.kind === "list" } : null;
}

/** `Clerk who is not the applicant`, `Clerk except the applicant`; null where what is left out is no field that holds people, or a role. */
function exceptPerson(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): { readonly role: TextSpan; readonly where: Expression } | null {
  const found = /^(\S(?:.*?\S)?),?\s+(?:(?:who|that)\s+(?:(?:is|are)\s+not|isn['’]t|aren['’]t)|except(?:\s+for)?|other\s+than|apart\s+from|but\s+not|not)\s+(\S.*)$/is.exec(
    words.text,
  );
  if (!found || !isRole(ctx, found[1]!) || (!/^(?:the|its)\s/i.test(found[2]!) && roleNamed(ctx.declared.roles, fold(found[2]!.trim())))) return null;
  const people = peopleAt(ctx, draft, found[2]!.trim());
  if (!people) return null;
  const text = people.isList ? `not(list contains(${people.path}, me))` : `${people.path} != me`;
  const where = ctx.expression({ text, span: words.span }, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } });
  return { role: slice(words, 0, found[1]!.length), where };
}

/** Whether the person acting is there. */
function peopleIn(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Expression | null {
  const found = peopleAt(ctx, draft, words.text);
  if (!found) return null;
  const condition = found.isList ? `list contains(${found.path}, me)` : `${found.path} = me`;
  return ctx.expression({ text: condition, span: words.span }, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } });
}

/** A condition of point 6 by its name (`Reviewer conflicted`, `Reviewer not conflicted`). */
function conditionNamed(ctx: PointCompiler, draft: EntityDraft, text: string, isNot: boolean): Expression | null {
  const found = namedConditions(ctx).find(({ entity, name }) => entity === draft.name && fold(name) === fold(text));
  if (!found) return null;
  const { condition } = found;
  ctx.markUsed("condition", found.name, found.entity);
  return isNot ? { kind: "call", function: "not", arguments: [condition], type: condition.type, nullable: condition.nullable, span: condition.span } : condition;
}

/** `Staff not own`: everybody with the role except whose record it is. */
function notOwn(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Expression {
  ctx.markUsed("own", "", draft.name);
  const own = ownConditionOf(ctx, draft.name) ?? placeholder(words.span);
  return { kind: "call", function: "not", arguments: [own], type: { kind: "boolean" }, nullable: own.nullable, span: words.span };
}
