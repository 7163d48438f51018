/** Writes an entry of the security log. */
import { system, type Query, type SecurityEvent } from "@nonet/database";
import type { Connection, Database } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { Origin } from "../contract/origin.ts";
import type { SecurityEventName } from "./security-events.ts";

export interface EventInput {
  readonly event: SecurityEventName;
  /** Whose account it is about. */
  readonly user?: string | null;
  readonly by?: string | null;
  readonly origin?: Origin | undefined;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const maxDevice = 300;

/** As it is stored. */
export const eventRow = ({ event, user = null, by = null, origin, detail = {} }: EventInput): SecurityEvent => ({
  event,
  user,
  by,
  source: origin?.source ?? "",
  device: deviceText(origin?.device),
  detail,
});

/** What can be stored of it. */
export const deviceText = (device: string | undefined): string => (device ?? "").replaceAll(/\p{C}/gu, "").slice(0, maxDevice);

export const recordEvent = async (connection: Pick<Connection, "rows">, event: EventInput): Promise<void> => void (await connection.rows(system.addSecurityEvent(eventRow(event))));

/** Gives whether there was none like it in the last minutes; only then it is written. */
export const recordEventOnce = (database: Database, event: EventInput, minutes: number): Promise<boolean> =>
  writtenAlone(database, system.addSecurityEventOnce(eventRow(event), minutes));

/** Gives whether there were fewer than `most` like it about the person within an hour; only then it is written. */
export const recordEventBelow = (database: Database, event: EventInput, most: number): Promise<boolean> =>
  writtenAlone(database, system.addSecurityEventBelow(eventRow(event), most));

/** Serializable, so that two requests at the same instant count each other's entry. */
const writtenAlone = (database: Database, query: Query): Promise<boolean> =>
  database.transaction(async (connection) => ({ value: (await connection.rows(query)).length > 0, commit: true }));

/** The person who really acts: an Owner who acts for somebody is named as themselves. */
export const responsible = (actor: Actor): string | null => (actor.kind === "person" ? (actor.supportBy ?? actor.id) : null);
