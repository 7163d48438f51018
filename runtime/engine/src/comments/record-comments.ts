/** Comments on records: whoever is signed in and may read a record reads its comments and writes their own (default 207). */
import { decisionStatements, system } from "@nonet/database";
import { type Entity, entityOf, isId } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { readerOf } from "../change/actor-reader.ts";
import type { Row, Transaction } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Comment, CommentPage, Comments, NamedPerson, RecordKey } from "../contract/comments.ts";
import type { Outcome } from "../contract/outcome.ts";
import { mentionedPeople } from "../mentions/mentioned-people.ts";
import { findRecord } from "../read/read-record.ts";
import { done, notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { mentionable, readersAmong, unmentionable } from "./mentionable.ts";
import { notifyMentioned } from "./notify-mentioned.ts";
import { makeNotifications } from "./notifications.ts";

type Person = Extract<Actor, { kind: "person" }>;

const maxText = 5_000;
const maxMentions = 20;

export function makeComments(running: Running, wake: () => void): Comments {
  const writing = { running, wake };
  return {
    list: async (actor, record, page) => within(running, actor, record, (found) => listComments(running, found, page)),
    add: async (actor, record, text) => within(running, actor, record, (found) => addComment(writing, found, text)),
    edit: async (actor, record, comment, text) => within(running, actor, record, (found) => editComment(writing, found, comment, text)),
    remove: async (actor, record, comment) => within(running, actor, record, (found) => removeComment(running, found, comment)),
    mentionable: async (actor, record, search) =>
      within(running, actor, record, async ({ person, id, entity }) => done(await mentionable(running, person, { entity: entity.name, id }, search))),
    readersAmong: async (actor, record, people) =>
      within(running, actor, record, async ({ person, id, entity }) => done(await readersAmong(running, person, { entity: entity.name, id }, people))),
    names: (actor, people) => namesOf(running, actor, people),
    notifications: makeNotifications(running, (actor, people) => namesOf(running, actor, people)),
  };
}

interface Writing {
  readonly running: Running;
  /** Sends what has been put into the outbox. */
  wake(): void;
}

/** A record that the person may read, with comments. */
interface Found {
  readonly person: Person;
  readonly entity: Entity;
  readonly id: string;
}

async function within<T>(running: Running, actor: Actor, { entity: name, id }: RecordKey, work: (found: Found) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  if (actor.kind !== "person") return notSignedIn();
  const entity = entityOf(running.product, name);
  if (!entity?.comments) return notFound("record with comments");
  const record = await findRecord(running, actor, name, id);
  return record.ok ? work({ person: actor, entity, id: record.value.id }) : record;
}

async function listComments(running: Running, { person, id }: Found, { after, limit }: { readonly after: unknown; readonly limit: number }): Promise<Outcome<CommentPage>> {
  if (after !== undefined && !(typeof after === "string" && isId(after)))
    return refuse("malformed", problem("malformed", "`after` is the `next` of an earlier page.", { field: "after" }));
  const rows = await running.database.rows(system.commentsOf(id, after ?? null, limit + 1));
  const shown = rows.slice(0, limit);
  return done({ items: await shownTo(running, person, shown), next: rows.length > limit ? shown.at(-1)!["id"] : null });
}

async function addComment({ running, wake }: Writing, { person, entity, id }: Found, text: unknown): Promise<Outcome<Comment>> {
  const written = await checkedText(running, person, { entity: entity.name, id }, text);
  if (!written.ok) return written;
  const row = await running.database.transaction(async (connection) => {
    const comment = uuidv7();
    const added = await connection.row(system.addComment({ id: comment, entity: entity.name, record: id, by: person.id, text: written.value }));
    await note(running, connection, { comment, record: id, by: person.id, what: "written" });
    await notifyMentioned(running, connection, { comment, people: mentionedPeople(written.value).filter((one) => one !== person.id) });
    return { commit: true, value: added! };
  });
  wake();
  publishComment(running, entity.name, id);
  return done((await shownTo(running, person, [row]))[0]!);
}

async function editComment({ running, wake }: Writing, found: Found, comment: string, text: unknown): Promise<Outcome<Comment>> {
  const { person, entity, id } = found;
  const own = await ownComment(running, found, comment);
  if (!own.ok) return own;
  const written = await checkedText(running, person, { entity: entity.name, id }, text);
  if (!written.ok) return written;
  const row = await running.database.transaction(async (connection) => {
    const edited = await connection.row(system.editComment(comment, id, person.id, written.value));
    if (!edited) return { commit: false, value: undefined };
    const people = mentionedPeople(written.value).filter((one) => one !== person.id);
    await note(running, connection, { comment, record: id, by: person.id, what: "edited" });
    await connection.rows(system.removeOtherMentions(comment, people));
    await notifyMentioned(running, connection, { comment, people });
    return { commit: true, value: edited };
  });
  if (!row) return notFound("Comment");
  wake();
  publishComment(running, entity.name, id);
  return done((await shownTo(running, person, [row]))[0]!);
}

async function removeComment(running: Running, found: Found, comment: string): Promise<Outcome<null>> {
  const { person, entity, id } = found;
  const own = await ownComment(running, found, comment);
  if (!own.ok) return own;
  await running.database.transaction(async (connection) => {
    const removed = await connection.row(system.removeComment(comment, id, person.id));
    if (removed) await note(running, connection, { comment, record: id, by: person.id, what: "deleted" });
    return { commit: true, value: null };
  });
  publishComment(running, entity.name, id);
  return done(null);
}

/** Whoever may read the record knows of the comment, so a foreign one is refused as such. */
async function ownComment({ database }: Running, { person, id }: Found, comment: string): Promise<Outcome<null>> {
  const row = isId(comment) ? await database.row(system.authorOf(comment, id)) : undefined;
  if (!row) return notFound("Comment");
  return row["by"] === person.id ? done(null) : notPermitted("Only its author can edit or delete a comment.");
}

const note = async (
  { product }: Running,
  connection: Transaction,
  event: { comment: string; record: string; by: string; what: "written" | "edited" | "deleted" },
): Promise<void> => {
  await connection.rows(system.addCommentEvent({ ...event, specification: product.version }));
};

/** Whom the text mentions is checked here, so nobody is notified of a record that they may not read. */
async function checkedText(running: Running, person: Person, record: RecordKey, text: unknown): Promise<Outcome<string>> {
  const invalid = (detail: string) => refuse("invalid", problem("invalid-value", detail, { field: "text" }));
  if (typeof text !== "string" || text.trim() === "") return invalid("Write a comment: `text` is required.");
  const plain = text.replace(/\r\n?/g, "\n").trim();
  const length = [...plain].length;
  if (length > maxText) return invalid(`A comment has at most ${maxText.toLocaleString("en")} characters. This one has ${length.toLocaleString("en")}.`);
  const people = mentionedPeople(plain);
  if (people.length > maxMentions) return invalid(`A comment can mention at most ${maxMentions} people.`);
  return (await unmentionable(running, person, record, people))
    ? invalid("You can only mention people who may read this record. Choose them from the list that opens after @.")
    : done(plain);
}

async function shownTo(running: Running, person: Person, rows: readonly Row[]): Promise<readonly Comment[]> {
  const texts = rows.map((row) => mentionedPeople(row["text"]));
  const names = await namesOf(running, person, [...rows.map((row) => String(row["by"])), ...texts.flat()]);
  const named = (id: string): NamedPerson => ({ id, name: names.get(id) ?? null });
  return rows.map((row, i) => ({
    id: row["id"],
    at: row["at"],
    editedAt: row["edited_at"],
    by: named(row["by"]),
    own: row["by"] === person.id,
    text: row["text"],
    mentions: texts[i]!.map(named),
  }));
}

/** A person's own name can always be read by that person. */
async function namesOf({ database, product }: Running, actor: Actor, people: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(people)];
  const rows = ids.length === 0 ? [] : await database.rows(decisionStatements.names(product, readerOf(actor), ids));
  return new Map([...(actor.kind === "person" ? [[actor.id, actor.name] as const] : []), ...rows.map((row) => [String(row["id"]), String(row["name"] ?? "")] as const)]);
}

/** Listeners that may read the record read its comments again. Only `changed` is published: nothing of the comment. */
function publishComment(running: Running, entity: string, id: string): void {
  running.channel?.publish("changes", [[entity, id, "changed"]]);
  for (const listener of running.listeners) listener({ entity, id, kind: "changed" });
}
