/** Whom a person can mention in a comment on a record: people whose names they may read, and who may read the record. */
import { decisionStatements, namedPeopleQuery } from "@nonet/database";
import { readerOf } from "../change/actor-reader.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { NamedPerson, RecordKey } from "../contract/comments.ts";
import { personMayRead } from "../mentions/person-may-read.ts";

type Person = Extract<Actor, { kind: "person" }>;

const maxOffered = 8;
/** People whose access is looked up for one list. */
const maxCandidates = 60;

export async function mentionable(running: Running, person: Person, record: RecordKey, search: string): Promise<readonly NamedPerson[]> {
  const beginning = search.trim().slice(0, 100);
  const rows = await running.database.rows(namedPeopleQuery(running.product, readerOf(person), beginning, maxCandidates));
  const offered: NamedPerson[] = [];
  for (const row of rows) {
    if (offered.length === maxOffered) break;
    if (row["id"] !== person.id && (await personMayRead(running, running.database, row["id"], record))) offered.push({ id: row["id"], name: row["name"] });
  }
  return offered;
}

/** Those of the people who may read the record and whose names the person may read. */
export async function readersAmong(running: Running, person: Person, record: RecordKey, people: readonly string[]): Promise<readonly NamedPerson[]> {
  const others = people.filter((one) => one !== person.id).slice(0, maxCandidates);
  if (others.length === 0) return [];
  const rows = await running.database.rows(decisionStatements.names(running.product, readerOf(person), others));
  const readers: NamedPerson[] = [];
  for (const row of rows) if (await personMayRead(running, running.database, row["id"], record)) readers.push({ id: row["id"], name: row["name"] });
  return readers;
}

/** Whether one of the people can't be mentioned. Which one, and whether they exist, isn't disclosed. */
export async function unmentionable(running: Running, person: Person, record: RecordKey, people: readonly string[]): Promise<boolean> {
  const others = people.filter((one) => one !== person.id);
  if (others.length === 0) return false;
  const named = await running.database.rows(decisionStatements.names(running.product, readerOf(person), others));
  if (named.length < others.length) return true;
  for (const one of others) if (!(await personMayRead(running, running.database, one, record))) return true;
  return false;
}
