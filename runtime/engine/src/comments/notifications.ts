/** A person's notifications: what they may read of them now, which they have read, and whether they want mails. */
import { system } from "@nonet/database";
import { isId } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import { type MailSetting, mailSettings, type NamedPerson, type Notification, type NotificationPage, type Notifications } from "../contract/comments.ts";
import type { Outcome } from "../contract/outcome.ts";
import { mentionedPeople } from "../mentions/mentioned-people.ts";
import { visibleMentions } from "../mentions/visible-mentions.ts";
import { done, notSignedIn, problem, refuse } from "../refusals/refusal.ts";

type Person = Extract<Actor, { kind: "person" }>;
type NamesOf = (actor: Actor, people: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const maxCounted = 100;
const maxMarked = 1_000;

export function makeNotifications(running: Running, namesOf: NamesOf): Notifications {
  return {
    list: async (actor, page) => (actor.kind === "person" ? listNotifications(running, namesOf, actor, page) : notSignedIn()),
    markRead: async (actor, ids) => (actor.kind === "person" ? markRead(running, actor, ids) : notSignedIn()),
    setMail: async (actor, mail) => (actor.kind === "person" ? setMail(running, actor, mail) : notSignedIn()),
  };
}

async function listNotifications(
  running: Running,
  namesOf: NamesOf,
  person: Person,
  { after, limit }: { readonly after: unknown; readonly limit: number },
): Promise<Outcome<NotificationPage>> {
  if (after !== undefined && !(typeof after === "string" && isId(after)))
    return refuse("malformed", problem("malformed", "`after` is the `next` of an earlier page.", { field: "after" }));
  const { found, hasMore } = await visibleMentions(running, person, { before: after ?? null, unread: false, limit });
  const unread = await visibleMentions(running, person, { before: null, unread: true, limit: maxCounted });
  const names = await namesOf(
    person,
    found.flatMap(({ row }) => [String(row["by"]), ...mentionedPeople(row["text"])]),
  );
  const named = (id: string): NamedPerson => ({ id, name: names.get(id) ?? null });
  const items = found.map(({ row, shownAs }): Notification => ({
    id: row["id"],
    at: row["at"],
    unread: row["unread"],
    by: named(row["by"]),
    record: { entity: row["entity"], id: row["record"], shownAs },
    comment: { id: row["comment"], text: row["text"], mentions: mentionedPeople(row["text"]).map(named) },
  }));
  return done({ items, next: hasMore ? items.at(-1)!.id : null, unread: unread.found.length, mail: await mailOf(running, person) });
}

async function mailOf({ database }: Running, person: Person): Promise<MailSetting> {
  return (await database.row(system.mailSetting(person.id)))?.["mail"] ?? "at once";
}

async function markRead({ database }: Running, person: Person, ids: unknown): Promise<Outcome<null>> {
  const isList = Array.isArray(ids) && ids.length <= maxMarked && ids.every((id) => typeof id === "string" && isId(id));
  if (ids !== undefined && !isList)
    return refuse("invalid", problem("invalid-value", `\`ids\` is a list of at most ${maxMarked} ids of notifications. Leave it out to mark all as read.`, { field: "ids" }));
  await database.rows(system.readMentions(person.id, ids === undefined ? null : (ids as string[])));
  return done(null);
}

async function setMail({ database }: Running, person: Person, mail: unknown): Promise<Outcome<null>> {
  if (!mailSettings.includes(mail as MailSetting)) return refuse("invalid", problem("invalid-value", `\`mail\` is one of: ${mailSettings.join(", ")}.`, { field: "mail" }));
  await database.rows(system.setMailSetting(person.id, mail as string));
  return done(null);
}
