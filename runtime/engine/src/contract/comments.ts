/** Comments on records, and notifications of who is mentioned in one. */
import type { Actor } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

/** `name` is null where the reader may not read it. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string | null;
}

export interface Comment {
  readonly id: string;
  readonly at: string;
  readonly editedAt: string | null;
  readonly by: NamedPerson;
  /** Whether it is the reader's own. */
  readonly own: boolean;
  /** With `@[id]` for each person who is mentioned. */
  readonly text: string;
  readonly mentions: readonly NamedPerson[];
}

export interface CommentPage {
  readonly items: readonly Comment[];
  /** To be sent as `after`; null on the last page. */
  readonly next: string | null;
}

export interface RecordKey {
  readonly entity: string;
  readonly id: string;
}

export interface Comments {
  /** Latest first. Refused as not found where the actor may not read the record. */
  list(actor: Actor, record: RecordKey, page: { readonly after: unknown; readonly limit: number }): Promise<Outcome<CommentPage>>;
  add(actor: Actor, record: RecordKey, text: unknown): Promise<Outcome<Comment>>;
  edit(actor: Actor, record: RecordKey, comment: string, text: unknown): Promise<Outcome<Comment>>;
  remove(actor: Actor, record: RecordKey, comment: string): Promise<Outcome<null>>;
  /** People whose names the actor may read and who may read the record. */
  mentionable(actor: Actor, record: RecordKey, search: string): Promise<Outcome<readonly NamedPerson[]>>;
  /** Of the people, those who may read the record and whose names the actor may read, without the actor. Refused as not found where the actor may not read it. */
  readersAmong(actor: Actor, record: RecordKey, people: readonly string[]): Promise<Outcome<readonly NamedPerson[]>>;
  /** The names that the actor may read. */
  names(actor: Actor, people: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly notifications: Notifications;
}

/** That somebody mentioned the reader in a comment. The reader may read the record and the comment now. */
export interface Notification {
  readonly id: string;
  readonly at: string;
  readonly unread: boolean;
  readonly by: NamedPerson;
  readonly record: RecordKey & { readonly shownAs: string };
  readonly comment: Pick<Comment, "id" | "text" | "mentions">;
}

/** When a person wants mails about mentions. */
export type MailSetting = "at once" | "daily" | "never";
export const mailSettings: readonly MailSetting[] = ["at once", "daily", "never"];

export interface NotificationPage {
  readonly items: readonly Notification[];
  readonly next: string | null;
  /** At most 100. */
  readonly unread: number;
  readonly mail: MailSetting;
}

export interface Notifications {
  list(actor: Actor, page: { readonly after: unknown; readonly limit: number }): Promise<Outcome<NotificationPage>>;
  /** `ids`: undefined for all. */
  markRead(actor: Actor, ids: unknown): Promise<Outcome<null>>;
  setMail(actor: Actor, mail: unknown): Promise<Outcome<null>>;
}
