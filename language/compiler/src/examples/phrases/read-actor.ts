/** Who acts: `Clerk "Ida"`, `"Ida"`, `Ida`, `a Clerk`, `another Clerk`, `its borrower`, `the bearer of the Loan`, `a visitor`, `the system`. */
import { pluralOf } from "../../text/plural.ts";
import { entityNamed, isKnown, onceForAll } from "../scope/example-scope.ts";
import type { ActorReading, RecordReading } from "../scope/phrase-readings.ts";
import { afterArticle, fieldNames, foldName, type Found, namesAt, phraseAt, type Scan, selected, wordAt } from "./scan.ts";
import { recordsFrom } from "./read-record.ts";
import { rolesOf } from "./role-names.ts";

type ActorFound = Found<ActorReading>;

const visitors = /^(?:anyone|anybody|somebody|someone|nobody|visitor|guest|stranger|public|everyone|everybody)$/i;

export function actorsAt(s: Scan, at: number): ActorFound[] {
  const from = afterArticle(s, at);
  return [...rolesAt(s, at, from), ...knownAt(s, at), ...visitorAt(s, from), ...sameAt(s, at), ...byField(s, at), ...bearerAt(s, at)];
}

/** `Ida`, without quotation marks, where a step has named her. */
function knownAt(s: Scan, at: number): ActorFound[] {
  const found: ActorFound[] = [];
  for (let to = at + 1; to <= Math.min(at + 3, s.tokens.length) && s.tokens[to - 1]?.kind === "word"; to++) {
    const { text } = phraseAt(s, at, to);
    if (/^\p{Lu}/u.test(text) && isKnown(s.story, "User", text)) found.push({ value: { role: null, name: text }, at: to, cost: 0.5 });
  }
  return found;
}

const pluralRoles = onceForAll((story): ReadonlyMap<string, string> => new Map(story.roles.map((role) => [foldName(pluralOf(role)), role])));

/** `the bearer`, `the bearer of the Loan`, `the bearer of its link`, `whoever has the link of the Loan`. */
function bearerAt(s: Scan, at: number): ActorFound[] {
  let from = afterArticle(s, at);
  if (wordAt(s, from, /^(?:bearer|holder)$/i)) from++;
  else if (wordAt(s, from, /^(?:whoever|who|someone|somebody|anyone)$/i) && wordAt(s, from + 1, /^(?:has|opens|holds|with)$/i)) from += 2;
  else return [];
  const bearer = (record: RecordReading, to: number, cost: number): ActorFound[] =>
    links(s, record.entity).map((field) => ({ value: { role: null, name: null, by: { record, field } }, at: to, cost }));
  const spoken = s.story.spokenOf.map((entity, i) => ({ record: { entity, name: null, having: [], isSpokenOf: true as const }, cost: 1 + i * 0.3 }));
  const found = spoken.flatMap(({ record, cost }) => bearer(record, from, cost));
  if (!wordAt(s, from, /^(?:of|for|to)$/i) && !wordAt(s, from - 1, /^(?:has|opens|holds|with)$/i)) return found;
  const of = wordAt(s, from, /^(?:of|for|to)$/i) ? from + 1 : from;
  found.push(...recordsFrom(s, of).flatMap(({ value, at: to, cost }) => bearer(value, to, cost)));
  const named = wordAt(s, of, /^(?:its|the|a)$/i) ? of + 1 : of;
  for (const { record, cost } of spoken)
    for (const { value: field, length } of namesAt(s, named, new Map(["link", "secret link", ...links(s, record.entity)].map((name) => [foldName(name), name])))) {
      const fields = links(s, record.entity).filter((one) => one === field || field === "link" || field === "secret link");
      const by = (of: RecordReading): ActorFound["value"][] => fields.map((one) => ({ role: null, name: null, by: { record: of, field: one } }));
      found.push(...by(record).map((value) => ({ value, at: named + length, cost })));
      if (wordAt(s, named + length, /^of$/i))
        found.push(...recordsFrom(s, named + length + 1, record.entity).flatMap(({ value: one, at: to, cost: more }) => by(one).map((value) => ({ value, at: to, cost: more }))));
    }
  return found;
}

const links = (s: Scan, entity: string): readonly string[] => entityNamed(s.story, entity).fields.flatMap(({ name, type }) => (type.kind === "secret link" ? [name] : []));

function rolesAt(s: Scan, at: number, from: number): ActorFound[] {
  const token = s.tokens[from];
  if (token?.kind === "quoted") return [{ value: { role: null, name: token.text }, at: from + 1, cost: 0 }];
  const isOther = wordAt(s, at, /^(?:another|other)$/i) || wordAt(s, from, /^(?:second|other)$/i);
  const start = isOther ? (wordAt(s, at, /^(?:another|other)$/i) ? at + 1 : from + 1) : wordAt(s, from, /^same$/i) ? from + 1 : from;
  // `Members "Ann" and "Ben"`, `Members can't …`.
  const many = namesAt(s, start, pluralRoles(s.story)).flatMap(({ value: role, length }): ActorFound[] => {
    const name = s.tokens[start + length];
    if (name === undefined || wordAt(s, start + length, /^(?:can|can['’]t|cannot|may|see|don['’]t)$/i)) return [{ value: { role, name: null }, at: start + length, cost: 0.5 }];
    return name?.kind === "quoted" ? [{ value: { role, name: name.text }, at: start + length + 1, cost: 0.5 }] : [];
  });
  const named = namesAt(s, start, rolesOf(s.story)).flatMap(({ value: role, length: words }) => {
    // `a Board member` is one of the Board.
    const length = wordAt(s, start + words, /^(?:member|user|person)$/i) ? words + 1 : words;
    const name = s.tokens[start + length];
    if (name?.kind === "quoted") return [{ value: { role, name: name.text }, at: start + length + 1, cost: 0 }];
    return [{ value: { role, name: isOther ? `another ${role}` : null }, at: start + length, cost: 0 }];
  });
  return [...named, ...many];
}

/** Somebody who isn't signed in, or the product itself. */
function visitorAt(s: Scan, from: number): ActorFound[] {
  if (wordAt(s, from, /^(?:system|product)$/i)) return [{ value: { role: null, name: null, is: "system" }, at: from + 1, cost: 1 }];
  if (!wordAt(s, from, visitors) && !(wordAt(s, from, /^(?:person|user)$/i) && wordAt(s, from + 1, /^(?:who|not|without)$/i))) return [];
  const anyone = (at: number): ActorFound[] => [{ value: { role: null, name: null, is: "anyone" }, at, cost: 0 }];
  let to = from + 1;
  if (wordAt(s, to, /^who$/i)) to++;
  if (wordAt(s, to, /^isn['’]t$/i)) to++;
  else {
    if (wordAt(s, to, /^is$/i)) to++;
    // Somebody who is signed in is no visitor.
    if (!wordAt(s, to, /^(?:not|without)$/i)) return to === from + 1 ? anyone(to) : [];
    to++;
  }
  return wordAt(s, to, /^signed$/i) && wordAt(s, to + 1, /^in$/i) ? anyone(to + 2) : anyone(to);
}

/** `she`: who acted last. */
function sameAt(s: Scan, at: number): ActorFound[] {
  return s.story.lastActor && wordAt(s, at, /^(?:he|she|they|him|her)$/i) ? [{ value: s.story.lastActor, at: at + 1, cost: 0 }] : [];
}

/** `its borrower`, `the employee of the second Leave request`. */
function byField(s: Scan, at: number): ActorFound[] {
  if (wordAt(s, at, /^(?:its|their)$/i))
    return s.story.spokenOf.flatMap((entity, i) =>
      people(s, at + 1, entity).map(({ field, at: to }) => ({
        value: { role: null, name: null, by: { record: { entity, name: null, having: [], isSpokenOf: true as const }, field } },
        at: to,
        cost: i * 0.3,
      })),
    );
  const from = afterArticle(s, at);
  if (from === at) return [];
  return s.story.entities.flatMap((entity) =>
    people(s, from, entity.name).flatMap((step) => {
      if (wordAt(s, step.at, /^of$/i))
        return recordsFrom(s, step.at + 1, entity.name).map(({ value: record, at: to, cost }) => ({
          value: { role: null, name: null, by: { record, field: step.field } },
          at: to,
          cost: cost + 1,
        }));
      const i = s.story.spokenOf.indexOf(entity.name);
      const record = { entity: entity.name, name: null, having: [], isSpokenOf: true as const };
      return i < 0 ? [] : [{ value: { role: null, name: null, by: { record, field: step.field } }, at: step.at, cost: 2 + i * 0.3 }];
    }),
  );
}

function people(s: Scan, at: number, entity: string): { readonly field: string; readonly at: number }[] {
  const fields = selected(entityNamed(s.story, entity).fields, "people", (f) => f.type.kind === "reference" && f.type.entity === "User");
  return namesAt(s, at, fieldNames(fields)).map(({ value, length }) => ({ field: value.name, at: at + length }));
}
