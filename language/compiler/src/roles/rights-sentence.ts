/** Point 6: rights in sentences, which `Never:` lines and bullets of rights share: `a Reviewer reads a Paper: authors`. */
import { type Expression, fold } from "@nonet/feel";
import { type FormTable, grantForms, type SlotTests } from "@nonet/forms";
import type { Condition, Grant, Machine, Permissions } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { roleOf } from "../resolve/roles.ts";
import { isGroup, roleNamed } from "../syntax/roles/matrix-roles.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { ofTheirs, pronoun } from "../text/own-words.ts";
import { after, bare, slice, split } from "../text/split.ts";
import { readConditions, withWhile } from "./cells/cell-conditions.ts";
import { recordsOf } from "./cells/of-their-records.ts";
import { type CellPlace, namedAt, namesFields, rightOf } from "./cells/cell-entries.ts";
import { type Deed, deedOf, deedsIn, isEverything } from "./cells/deeds.ts";
import { exceptedDeeds, exceptionOf, leftOutOf, withoutRoles } from "./cells/exceptions.ts";

/** What sentences can name besides entities and roles. */
export interface SentenceScope {
  readonly machines: readonly Machine[];
  readonly own: Permissions["own"];
  readonly named: Permissions["named"];
}

/** The grants of a sentence if a form of the table fits it; null if none does. `who`: the people, where the sentence names none. */
export function readSentence(ctx: PointCompiler, scope: SentenceScope, table: FormTable<string>, words: TextSpan, who: TextSpan | null = null): Grant[] | null {
  const places = draftsIn(ctx, words).map((draft) => placeFor(scope, draft));
  // `access` may be reading only, so it forbids everything and grants nothing.
  if (table === grantForms && /\b(?:touch|access)(?:es|ed)?\b/i.test(words.text)) return null;
  // What a name or a verb can be depends on the entity, so each entity that the line names is tried; the longest name first.
  for (const place of places) {
    const line = withWholeDeed(tryForm(table, words, testsFor(ctx, places, place)), places);
    // `anyone but a Clerk`: the words behind the first one name those who are left out.
    const roles = line?.slots["roles"] ?? (line?.slots["others"] ? anyone(words) : who);
    if (!line || !roles) continue;
    const named = nameList(line.slots["entity"]!, (name) => places.some((one) => isCalled(one.draft, name)));
    const about = named.map((name) => places.find((one) => isCalled(one.draft, name.text))!);
    // Fields, and the names of actions, are those of one entity.
    if (about.length > 1 && (line.slots["fields"] || about.some((one) => deedsIn(line.slots["deeds"]!.text, one.actions).length === 0))) continue;
    return about.flatMap((one) => grantsOf(ctx, one, words, { ...line.slots, roles }, table === grantForms ? about : []));
  }
  return null;
}

type Line = ReturnType<typeof tryForm<string>>;

/** `take the Tools out of service`: an action whose name stands around its records. */
function withWholeDeed(line: Line, places: readonly CellPlace[]): Line {
  const { begin, rest } = line?.slots ?? {};
  if (!line || !begin || !rest) return line;
  const deeds = { ...begin, text: `${begin.text} ${rest.text}` };
  return places.some(({ actions }) => deedsIn(deeds.text, actions).length > 0) ? { ...line, slots: { ...line.slots, deeds } } : null;
}

/** The first word, `anyone`. */
const anyone = (words: TextSpan): TextSpan => ({ ...slice(words, 0, /^\S+/.exec(words.text)![0].length), text: "anyone" });

/** The fields that a right keeps where its exceptions are fields: `except notes`, `except Tenancy: deposit`; null for another exception. */
function leftOut(
  ctx: PointCompiler,
  places: readonly CellPlace[],
  place: CellPlace,
  words: TextSpan,
  slots: Readonly<Record<string, TextSpan | undefined>>,
): { readonly fields: readonly string[] | null } | null {
  const exceptions = slots["exceptions"];
  // `unless` is about conditions.
  if (!exceptions || places.length === 0 || slots["fields"] || !/\b(?:except|but not)\s+$/i.test(words.text.slice(0, exceptions.span.from - words.span.from))) return null;
  const one = leftOutOf(
    exceptions,
    places.map(({ draft }) => draft),
    isCalled,
  );
  const names = one ? one.names : places.length === 1 ? (after(exceptions, /(?:the|its|their)\s+/i) ?? exceptions) : null;
  const of = one ? places.find(({ draft }) => draft === one.draft)! : place;
  if (!names || (!one && !namesFields(of, names.text))) return null;
  if (of !== place) return { fields: null };
  const isField = (name: string): boolean => fieldOf(of.draft, name) !== undefined;
  const without = nameList(names, isField).map((name) => (isField(name.text) ? fieldOf(of.draft, name.text) : reportMissing(ctx, of.draft, "field", name)));
  return { fields: ["state", ...[...of.draft.fields.values()].map(({ name }) => name)].filter((name) => !without.includes(name)) };
}

/** `granted`: the entities of a right; none of a `Never:` line. */
function grantsOf(ctx: PointCompiler, place: CellPlace, words: TextSpan, slots: Readonly<Record<string, TextSpan | undefined>>, granted: readonly CellPlace[]): Grant[] {
  const { draft } = place;
  const roles = nameList(slots["roles"]!, (name) => isRole(ctx, name)).flatMap((name) => roleOf(ctx, roleWords(name)) ?? []);
  const at = { ...place, role: roles[0] ?? "" };
  const conditions = [slots["kind"], slots["limits"]].map((part) => (part ? readConditions(ctx, at, limitWords(at, part), words) : null));
  const left = leftOut(ctx, granted, place, words, slots);
  const excepted = left || !slots["exceptions"] ? [] : exceptedDeeds(granted, slots["exceptions"], slots["deeds"]!);
  const except = slots["others"]
    ? withoutRoles(
        ctx,
        nameList(slots["others"], (name) => isRole(ctx, name)),
        slots["others"],
      )
    : slots["exceptions"] && !left && excepted.length === 0
      ? exceptionOf(ctx, at, slots["exceptions"])
      : null;
  if (except === undefined || conditions.includes(undefined)) return [];
  const where = [...conditions, except].reduce<Condition | null>((before, next) => both(before, next ?? null, words), null);
  const names = slots["fields"] ? nameList(slots["fields"], (name) => fieldOf(draft, name) !== undefined).map((name) => fieldOf(draft, name.text)!) : null;
  const isHistory = names?.includes("history") === true && !draft.fields.has("history");
  const deeds: readonly Deed[] = isHistory ? ["history"] : deedsIn(slots["deeds"]!.text, place.actions).filter((deed) => !excepted.includes(JSON.stringify(deed)));
  const fields = isHistory ? null : (left?.fields ?? names);
  const limits = [slots["kind"]?.text ?? [], slots["limits"]?.text ?? [], slots["exceptions"] ? `except ${slots["exceptions"].text}` : []].flat().join(" ");
  const verbOf = (verb: Deed): string => (isEverything(slots["deeds"]!.text) ? "all" : typeof verb === "string" ? verb : verb.action);
  return roles.flatMap((role) =>
    deeds.map((verb) => ({ role, entity: draft.name, verb, fields, where, whereText: limits, text: `${verbOf(verb)} ${limits}`.trim(), source: words.span })),
  );
}

const isCalled = (draft: EntityDraft, name: string): boolean => [draft.name, draft.plural].some((one) => fold(one) === fold(plainName(name)));

const plainSpan = (text: string): TextSpan => ({ text, span: { file: 0, from: 0, to: text.length } });

export const placeFor = (scene: SentenceScope, draft: EntityDraft): CellPlace => ({
  draft,
  actions: scene.machines.filter((m) => m.entity === draft.name).flatMap((m) => m.actions.map((a) => a.name)),
  field: null,
  action: null,
  history: false,
  role: "",
  own: scene.own.find((o) => o.entity === draft.name)?.condition ?? null,
  owns: new Map(scene.own.map((own) => [own.entity, own.condition])),
  named: scene.named.filter((n) => n.entity === draft.name),
});

const plainName = (text: string): string =>
  bare({ text, span: { file: 0, from: 0, to: text.length } })
    .text.replace(/['’]s?$/, "")
    .replace(/^(?:an?|any|every|each|all|the)\s+/i, "")
    .trim();

function testsFor(ctx: PointCompiler, places: readonly CellPlace[], place: CellPlace): SlotTests {
  const { draft } = place;
  const actions = places.flatMap((one) => one.actions);
  const longer = actions.filter((action) => action.includes(" "));
  return {
    // The entity that is tried is the first of the list.
    entity: (text) =>
      isNameList(text, (name) => places.some((one) => isCalled(one.draft, name))) &&
      isCalled(draft, nameList(plainSpan(text), (name) => places.some((one) => isCalled(one.draft, name)))[0]!.text),
    roles: (text) => isNameList(text, (name) => isRole(ctx, name)),
    others: (text) => isNameList(text, (name) => isRole(ctx, name) && !isGroup(roleWords(bare(plainSpan(name))).text)),
    deeds: (text) => deedsIn(text, actions).length > 0,
    begin: (text) => longer.some((action) => deedOf(text, [action.split(" ", 1)[0]!]).length > 0),
    rest: (text) => longer.some((action) => fold(action.slice(action.indexOf(" ") + 1)) === fold(text)),
    fields: (text) => isNameList(text, (name) => fieldOf(draft, name) !== undefined) && !isListOf(draft, text, places),
    limits: (text) => isLimit(place, text) || (recordsOf(ctx.drafts, draft, text) !== null && !endsInFields(draft, text)),
    kind: (text) => isOwnKind.test(text) || isOthers.test(text) || namedAt(place, text)?.length === text.length || draft.states.some((state) => fold(state) === fold(text)),
  };
}

/** `Fees of members`, where a Member lists its Fees: the records themselves are meant. */
function isListOf(draft: EntityDraft, text: string, places: readonly CellPlace[]): boolean {
  const type = draft.fields.get(fold(plainName(text)))?.type;
  return type?.kind === "inverse" && places.some((one) => one.draft.name === type.entity && isCalled(one.draft, text));
}

const isOwnKind = new RegExp(String.raw`^(?:(?:not\s+)?(?:${pronoun}\s+)?own|${pronoun})$`, "iu");
const isTheirs = new RegExp(String.raw`^${pronoun}$`, "iu");

/** `the balance of another Member`: of one that isn't theirs. */
const isOthers = /^(?:(?:any|every|each|all|the)\s+)?(?:another|other|others['’]|(?:another|someone|somebody)(?:\s+else)?['’]s)$/i;

/** `that is open`, and a state in front of the entity, as `while` that state; `their Orders` as own ones. */
const limitWords = (place: CellPlace, words: TextSpan): TextSpan =>
  isTheirs.test(words.text)
    ? { ...words, text: "own" }
    : isOthers.test(words.text)
      ? { ...words, text: "not own" }
      : withWhile(place, after(words, /(?:that|which)\s+(?:is|are)\s+/i) ?? words);

/** A condition after the entity, without the exceptions and the fields. */
const isLimit = (place: CellPlace, text: string): boolean =>
  !endsInFields(place.draft, text) &&
  !namesFurtherRight(place, text) &&
  (ofTheirs.test(text) ||
    /^(?:own|not|while|where|when|if|as long as|as soon as|once|after|until|till|before|within|(?:that|which) (?:is|are|has been|have been|they))\b/i.test(text) ||
    namedAt(place, text) !== null) &&
  !/[,\s](?:except|unless|but not|apart from|other than)\s/i.test(text.replace(/`[^`]*`/g, ""));

/** `own, Hand over own`: another right of a list, which isn't the name of a state. */
const namesFurtherRight = (place: CellPlace, text: string): boolean =>
  !text.includes("`") &&
  split(plainSpan(text), ",")
    .slice(1)
    .some((piece) => rightOf(place, piece) !== null && !place.draft.states.some((state) => fold(piece.text).startsWith(fold(state))));

/** `while open: notes, stock`. */
function endsInFields(draft: EntityDraft, text: string): boolean {
  const behind = /^[^`"]*?:\s+([^`"]+)$/s.exec(text)?.[1];
  return behind !== undefined && isNameList(behind, (name) => fieldOf(draft, name) !== undefined);
}

/** The entities that the words name, the longest name first. */
export function draftsIn(ctx: PointCompiler, { text }: TextSpan): readonly EntityDraft[] {
  const plain = ` ${fold(text.replace(/[^\p{L}\p{N}]+/gu, " "))} `;
  const found = [...ctx.drafts.values()].filter(({ name, plural }) => [name, plural].some((one) => plain.includes(` ${fold(one.replace(/[^\p{L}\p{N}]+/gu, " "))} `)));
  return found.sort((a, b) => b.name.length - a.name.length);
}

/** `a Reviewer`, `any Clerks`, `nobody`, which is anyone. */
export const roleWords = (words: TextSpan): TextSpan => {
  const name = words.text.replace(/^(?:an?|any|every|each|all|the|no)\s+/i, "").trim();
  return { ...words, text: /^(?:nobody|no one|noone|anybody|one)$/i.test(name) ? "anyone" : name };
};

export function isRole(ctx: PointCompiler, name: string): boolean {
  const { text } = roleWords(bare({ text: name, span: { file: 0, from: 0, to: name.length } }));
  return isGroup(text) || roleNamed(ctx.declared.roles, text) !== undefined;
}

/** The field's defined name, `state` or `history`. */
export function fieldOf(draft: EntityDraft, text: string): string | undefined {
  const key = fold(plainName(text).replace(/^(?:its|their|the|and|or)\s+/i, ""));
  return draft.fields.get(key)?.name ?? (key === "history" || (key === "state" && draft.states.length > 0) ? key : undefined);
}

function both(a: Condition | null, b: Condition | null, words: TextSpan): Condition | null {
  if (!a || !b) return a ?? b;
  const expression: Expression = binary("and", a.expression, b.expression, words.span);
  return { expression, source: words.span };
}
