/** Who acts: `Clerk "Ida"`, `"Ida"`, `a Clerk`, `another Clerk`, `its borrower`, `a visitor`, `the system`. */
import { entityNamed } from "../scope/example-scope.ts";
import type { ActorReading } from "../scope/phrase-readings.ts";
import { afterArticle, fieldNames, type Found, namesAt, type Scan, selected, wordAt } from "./scan.ts";
import { recordsFrom, rolesOf } from "./read-record.ts";

type ActorFound = Found<ActorReading>;

const visitors = /^(?:anyone|anybody|somebody|someone|nobody|visitor|guest|stranger|public|everyone|everybody)$/i;

export function actorsAt(s: Scan, at: number): ActorFound[] {
  const from = afterArticle(s, at);
  return [...rolesAt(s, at, from), ...visitorAt(s, from), ...sameAt(s, at), ...byField(s, at)];
}

function rolesAt(s: Scan, at: number, from: number): ActorFound[] {
  const token = s.tokens[from];
  if (token?.kind === "quoted") return [{ value: { role: null, name: token.text }, at: from + 1, cost: 0 }];
  const isOther = wordAt(s, at, /^(?:another|other)$/i) || wordAt(s, from, /^(?:second|other)$/i);
  const start = isOther ? (wordAt(s, at, /^(?:another|other)$/i) ? at + 1 : from + 1) : wordAt(s, from, /^same$/i) ? from + 1 : from;
  return namesAt(s, start, rolesOf(s.story)).flatMap(({ value: role, length }) => {
    const name = s.tokens[start + length];
    if (name?.kind === "quoted") return [{ value: { role, name: name.text }, at: start + length + 1, cost: 0 }];
    return [{ value: { role, name: isOther ? `another ${role}` : null }, at: start + length, cost: 0 }];
  });
}

/** Somebody who isn't signed in, or the product itself. */
function visitorAt(s: Scan, from: number): ActorFound[] {
  if (wordAt(s, from, /^(?:system|product)$/i)) return [{ value: { role: null, name: null, is: "system" }, at: from + 1, cost: 1 }];
  if (!wordAt(s, from, visitors) && !(wordAt(s, from, /^(?:person|user)$/i) && wordAt(s, from + 1, /^(?:who|not|without)$/i))) return [];
  let to = from + 1;
  if (wordAt(s, to, /^who$/i)) to++;
  if (wordAt(s, to, /^(?:isn't|is)$/i)) to++;
  if (wordAt(s, to, /^(?:not|without)$/i)) to++;
  if (wordAt(s, to, /^signed$/i) && wordAt(s, to + 1, /^in$/i)) to += 2;
  return [{ value: { role: null, name: null, is: "anyone" }, at: to, cost: 0 }];
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
