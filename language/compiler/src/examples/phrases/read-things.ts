/** Records to create: `an Item "Beamer" with daily fee 5`, `2 Items`, `an Animal "Rex" and an Animal "Bella", both dogs`, `a Clerk "Ida" with phone "1"`. */
import type { Field } from "@nonet/model";
import { pluralOf } from "../../text/plural.ts";
import { entityNamed, mistake, namingField, type Story } from "../scope/example-scope.ts";
import type { ThingReading, ValueOf } from "../scope/phrase-readings.ts";
import { expected, fieldNames, type Found, foldName, isArticle, meaningOf, namesAt, onceAt, phraseAt, type Scan, wordAt } from "./scan.ts";
import { type Described, descriptionsAt } from "./read-description.ts";
import { numberAt } from "./read-value.ts";
import { titleAsReference } from "./part-title.ts";
import { entityNames, type Head, headsAt, recordsFrom, unknownEntity } from "./read-record.ts";
import { rolesOf } from "./role-names.ts";

type Things = Found<readonly ThingReading[]>;
/** What an action that creates the entity asks for. */
export type AsksFor = (entity: string) => readonly Field[];

const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };
const most = 200;

export function countAt(s: Scan, at: number): number | null {
  const token = s.tokens[at];
  if (token?.kind !== "word") return null;
  const number = counts[token.text.toLowerCase()] ?? (/^\d{1,3}$/.test(token.text) ? Number(token.text) : null);
  return number !== null && number > 0 && number <= most ? number : null;
}

/** Every way to read records to create from a token on; `isSingle`: exactly one. */
export function thingsAt(s: Scan, at: number, asks: AsksFor = () => [], isSingle = false): Things[] {
  const groups = onceAt(s, `group ${at}`, () => groupsAt(s, at, asks));
  if (isSingle) return groups.filter(({ value }) => value.length === 1);
  return onceAt(s, `things ${at}`, () => joinedGroups(s, groups, asks));
}

function joinedGroups(s: Scan, groups: readonly Things[], asks: AsksFor): Things[] {
  return groups.flatMap((first) => [...furtherAfter(s, first, asks), ...sharedAfter(s, first, asks), first]);
}

/** `… and an Animal "Bella", both dogs`. */
function furtherAfter(s: Scan, first: Things, asks: AsksFor): Things[] {
  let at = first.at;
  while (s.tokens[at]?.kind === "comma" || wordAt(s, at, /^and$/i)) at++;
  if (at === first.at || at >= s.tokens.length || isFieldOf(s, at, first.value[0]!.entity)) return [];
  // A part after its whole belongs to it, and is no record of its own.
  const isPart = ({ entity }: ThingReading): boolean => first.value.some((whole) => whole.entity === entityNamed(s.story, entity).partOf?.entity);
  const further = thingsAt(s, at, asks).filter(({ value }) => !isPart(value[0]!) && !(wordAt(s, at, /^the$/i) && !isDescribed(value[0]!)));
  return further.map(({ value, at: to, cost }) => ({
    value: [...first.value, ...value].map((thing, i) => (i < first.value.length ? share(thing, value[0]!) : thing)),
    at: to,
    cost: first.cost + cost + 1,
  }));
}

/** `book "Emma"` after a Loan is its field, not another record. */
const isFieldOf = (s: Scan, at: number, entity: string): boolean => namesAt(s, at, fieldNames(entityNamed(s.story, entity).fields)).length > 0;

/** What `both …` said of the last record holds for all before. */
function share(thing: ThingReading, next: ThingReading): ThingReading {
  const shared = sharedBy.get(next);
  return shared && thing.entity === next.entity ? joined(thing, shared) : thing;
}

const sharedBy = new WeakMap<ThingReading, Pick<ThingReading, "values" | "state" | "parts" | "asked">>();

/** Whether a record already has another value than the one that `both …` gives it. */
const contradicts = (thing: ThingReading, { values, state }: Pick<ThingReading, "values" | "state">): boolean =>
  (thing.state !== null && state !== null && thing.state !== state) || values.some((v) => thing.values.some((own) => own.field === v.field && meaningOf(own) !== meaningOf(v)));

function joined(thing: ThingReading, { values, state, parts, asked }: Pick<ThingReading, "values" | "state" | "parts" | "asked">): ThingReading {
  const made = {
    ...thing,
    values: [...thing.values, ...values.filter((v) => !thing.values.some((own) => own.field === v.field))],
    asked: [...thing.asked, ...asked],
    parts: [...thing.parts, ...parts],
    state: thing.state ?? state,
  };
  sharedBy.set(made, { values, state, parts, asked });
  return made;
}

function sharedAfter(s: Scan, first: Things, asks: AsksFor): Things[] {
  let at = first.at;
  while (s.tokens[at]?.kind === "comma") at++;
  if (!wordAt(s, at, /^(?:both|all|each)$/i)) return [];
  const thing = first.value[0]!;
  return descriptionsAt(s, at + 1, describedBy(s.story, thing.entity, new Set(thing.values.map((v) => v.field)), asks))
    .filter(({ value }) => !first.value.some((one) => contradicts(one, value)))
    .map(({ value, at: to, cost }) => ({ value: first.value.map((one) => joined(one, value)), at: to, cost: first.cost + cost }));
}

const describedBy = (story: Story, entity: string, taken: ReadonlySet<string>, asks: AsksFor): Described => ({
  entity: entityNamed(story, entity),
  isThere: false,
  asks: asks(entity),
  taken,
  readRecord: (scan, from, target) => recordsFrom(scan, from, target),
});

/** `with item "Beamer", due 2026-01-02`: a record of an entity that isn't named. `given`: a value that comes before it. */
export const describedThing = (s: Scan, at: number, entity: string, asks: AsksFor, given: ValueOf | null = null): Found<ThingReading>[] =>
  descriptionsAt(s, at, describedBy(s.story, entity, new Set(given ? [given.field] : []), asks)).map(({ value, at: to, cost }) => ({
    value: { entity, name: null, ...value, values: given ? [given, ...value.values] : value.values },
    at: to,
    cost,
  }));

/** One record, or several of one kind: `2 Items`, `Items "A" and "B"`. */
function groupsAt(s: Scan, at: number, asks: AsksFor): Things[] {
  const count = countAt(s, at);
  const behind = count !== null || isArticle(s, at) || wordAt(s, at, /^(?:one|another|some)$/i) ? at + 1 : at;
  // Unless an entity is called so, as in `a New starter`.
  const from = wordAt(s, behind, /^new$/i) && headsAt(s, behind, true).length === 0 ? behind + 1 : behind;
  if (wordAt(s, at, /^no$/i)) expected(s, at, 9, () => void mistake(s.story, "unreadable-step", s.words.span, "Each example starts without records. Remove this step."));
  return [...peopleAt(s, from, count ?? 1, asks), ...recordsAt(s, from, count ?? 1, asks)];
}

/** Whether a record to create is more than `the Product`, which is rather one that is there. */
export const isDescribed = ({ name, values, asked, parts, state }: ThingReading): boolean =>
  values.some(({ field }) => field !== "roles") || asked.length > 0 || parts.length > 0 || state !== null || (name !== null && !values.some((v) => saysName(v, name)));

/** A person without a name is called like the role. */
const saysName = ({ field, value }: ValueOf, name: string): boolean => field === "roles" && value.kind === "choice" && value.choice === name;

/** `a Book called "Dune"`. */
const afterCalled = (s: Scan, at: number): number => (wordAt(s, at, /^(?:called|named|titled|entitled)$/i) && s.tokens[at + 1]?.kind === "quoted" ? at + 1 : at);

/** The names in quotation marks at a token: `"A", "B" and "C"`. */
function titlesAt(s: Scan, at: number): { readonly names: readonly string[]; readonly at: number }[] {
  const found: { names: string[]; at: number }[] = [];
  let names: string[] = [];
  for (let from = at; s.tokens[from]?.kind === "quoted";) {
    names = [...names, s.tokens[from]!.text];
    found.push({ names, at: from + 1 });
    from++;
    while (s.tokens[from]?.kind === "comma" || wordAt(s, from, /^and$/i)) from++;
  }
  return found.length === 0 ? [{ names: [], at }] : found;
}

/** `a person "Cora"`, where the document calls nothing else a person. */
function personHead(s: Scan, at: number): Head[] {
  const named = afterCalled(s, at + 1);
  if (!wordAt(s, at, /^(?:person|user)$/i) || s.tokens[named]?.kind !== "quoted" || entityNames(s.story).has(foldName(s.tokens[at]!.text))) return [];
  return [{ entity: entityNamed(s.story, "User"), having: [], state: null, at: at + 1, cost: 0 }];
}

/** The description behind a head; a state before the name and another one behind it is none. */
const describedHead = (s: Scan, at: number, head: Head, taken: ReadonlySet<string>, asks: AsksFor): ReturnType<typeof descriptionsAt> =>
  descriptionsAt(s, at, describedBy(s.story, head.entity.name, taken, asks)).flatMap((found) => {
    const { state } = found.value;
    if (head.state === null || state === head.state) return [found];
    if (state === null) return [{ ...found, value: { ...found.value, state: head.state } }];
    const message = `A ${head.entity.name} can't be both ${head.state} and ${state}.`;
    expected(s, found.at, 9, () => void mistake(s.story, "unreadable-step", s.words.span, message, "Give it one state."));
    return [];
  });

function recordsAt(s: Scan, from: number, count: number, asks: AsksFor): Things[] {
  const heads = [...headsAt(s, from, true), ...personHead(s, from)];
  if (heads.length === 0 && s.tokens[from]?.kind !== "quoted") expected(s, from, 1, () => unknownEntity(s, from, from));
  return heads.flatMap((head) => {
    const isPerson = head.entity.name === "User" && wordAt(s, from, /^person$/i);
    const isPlural = count > 1 || (!isPerson && foldName(phraseAt(s, from, head.at).text) !== foldName(head.entity.name));
    const having = head.having.filter((v) => v.field !== "state");
    // `a Court 1`: the number that only one of them has.
    const numbered = isPlural ? [] : numberAt(s, head.at, head.entity);
    const byNumber = numbered.flatMap((number) =>
      describedHead(s, head.at + 1, head, new Set([number.field, ...having.map((v) => v.field)]), asks).map(({ value, at: to, cost }) => ({
        value: [{ entity: head.entity.name, name: null, ...value, values: [number, ...having, ...value.values] }],
        at: to,
        cost: cost + head.cost,
      })),
    );
    const titled = titlesAt(s, afterCalled(s, head.at)).flatMap(({ names, at: after }) => {
      if (names.length > 1 && !isPlural) return [];
      if (count > 1 && names.length > 0 && names.length !== count) return [];
      // `a line "VEG-001"`: the name is a product's, where a line has no name of its own.
      const reference = names.length === 1 ? titleAsReference(s, after - 1, head.entity) : null;
      if (reference === undefined) return [];
      const said = reference === null ? having : [...having, reference];
      const taken = new Set([...said.map((v) => v.field), ...(names.length > 0 && reference === null ? [namingField(head.entity)?.name ?? ""] : [])]);
      return describedHead(s, after, head, taken, asks).map(({ value, at: to, cost }) => ({
        value: (names.length > 0 ? names : Array.from<null>({ length: count }).fill(null)).map((name) => ({
          entity: head.entity.name,
          name: reference === null ? name : null,
          ...value,
          values: [...said, ...value.values],
        })),
        at: to,
        cost: cost + head.cost,
      }));
    });
    return [...byNumber, ...titled];
  });
}

/** `a Clerk "Ida" with phone "1"`: a person with a role, unless an entity has the role's name. */
function peopleAt(s: Scan, from: number, count: number, asks: AsksFor): Things[] {
  const roles = new Map([...rolesOf(s.story)].flatMap(([name, role]) => [[foldName(pluralOf(role)), role] as const, [name, role] as const]));
  const isEntity = (role: string): boolean => s.story.entities.some((e) => foldName(e.name) === foldName(role));
  return namesAt(s, from, roles).flatMap(({ value: role, length }) =>
    titlesAt(s, afterCalled(s, from + length)).flatMap(({ names, at }) => {
      if (isEntity(role) && at < s.tokens.length) return [];
      const roleOf: ValueOf = { field: "roles", value: { kind: "choice", choice: role, words: phraseAt(s, from, from + length) } };
      const called = names.length > 0 ? names : count === 1 ? [role] : Array.from({ length: count }, (_, i) => `${role} ${i + 1}`);
      return descriptionsAt(s, at, describedBy(s.story, "User", new Set(["name", "roles"]), asks)).map(({ value, at: to, cost }) => ({
        value: called.map((name) => ({ entity: "User", name, ...value, values: [roleOf, ...value.values] })),
        at: to,
        cost,
      }));
    }),
  );
}
