/** Sessions: a token stored as a hash; the person whom it identifies is looked up for each request. */
import { system } from "@nonet/database";
import { type Person, personOfRow } from "../change/person-of-row.ts";
import type { Row } from "../connection/contract.ts";
import { secondsInForce } from "../limits/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { People, Session, SessionNeed } from "../contract/people.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { deviceText } from "../security/record-event.ts";
import { keyHolder } from "./api-keys.ts";
import { requiresFactor } from "../change/required-factor.ts";
import { noteSessionUse } from "./session-use.ts";
import { hashToken, newToken } from "../security/tokens.ts";
import { say } from "@nonet/texts";

export type { Person };

/** Default 16. */
export const sessionSeconds = 30 * 24 * 3600;
/** Default 140. */
export const idleSeconds = 14 * 24 * 3600;
const maxKnown = 10_000;

export interface Opening {
  readonly origin?: Origin | undefined;
  /** The person has shown more than a password already. */
  readonly factor?: boolean;
  /** The person has to add a second factor or a passkey before anything else. */
  readonly mustEnroll?: boolean;
  /** They have signed in with a password that somebody else has chosen. */
  readonly needsPassword?: boolean;
}

export async function openSession(
  running: Running,
  userId: string,
  { origin, factor = false, mustEnroll = false, needsPassword = false }: Opening = {},
): Promise<Outcome<Session>> {
  const { database, product } = running;
  const person = await database.row(system.personById(userId));
  if (!person) return refuse("not found", problem("not-found", say("there-is-no-such-person")));
  const token = newToken();
  const factors = (await database.row(system.factorsOf(userId)))!;
  const hasFactors = factors["totp"] === true || factors["passkeys"] > 0;
  const pending = !factor && (hasFactors || mustEnroll);
  const seconds = await secondsInForce(database, product, "session length", sessionSeconds);
  const idle = await secondsInForce(database, product, "session idle time", idleSeconds);
  const from = { source: origin?.source ?? "", device: deviceText(origin?.device) };
  await database.rows(system.addSession({ token: hashToken(token), user: userId, seconds, idleSeconds: idle, factor, pending, needsPassword, ...from }));
  const waits = pending || (!factor && requiresFactor(running, person["roles"]));
  return done({ token, seconds, actor: personOfRow(person), needs: needOf({ waits, hasFactors, needsPassword }) });
}

interface Missing {
  /** A second factor is missing. */
  readonly waits: boolean;
  readonly hasFactors: boolean;
  readonly needsPassword: boolean;
}

/** In this order: whoever only knows an initial password must not set up a second factor with it. */
export const needOf = ({ waits, hasFactors, needsPassword }: Missing): SessionNeed | null =>
  waits && hasFactors ? "second factor" : needsPassword ? "new password" : waits ? "enrollment" : null;

/** Gives whose session it was. */
export const closeSession = async (running: Running, token: string): Promise<string | undefined> =>
  (await running.database.row(system.endSession(hashToken(token))))?.["user_id"] as string | undefined;

/** The person whom the token named last, and a look-up of the person now. `known`: by the token's hash; `counts`: as a use of the session. */
export function personOfToken(running: Running, known: Map<string, Person>, token: string | undefined, counts = true): ReturnType<People["asking"]> {
  if (!token) return { recent: undefined, now: Promise.resolve({ kind: "anyone" }) };
  const hashed = hashToken(token);
  return { recent: known.get(hashed), now: lookUp(running, { known, token, hashed, counts }) };
}

interface LookUp {
  readonly known: Map<string, Person>;
  readonly token: string;
  readonly hashed: string;
  readonly counts: boolean;
}

async function lookUp(running: Running, { known, token, hashed, counts }: LookUp): Promise<Actor> {
  const row = await running.database.row(system.session(hashed));
  const person = row && isComplete(running, row) ? personOfSession(row) : undefined;
  if (counts && row?.["stale"] === true) noteSessionUse(running, row["session_id"] as string);
  if (person) {
    if (known.size >= maxKnown && !known.has(hashed)) known.clear();
    known.set(hashed, person);
    return person;
  }
  known.delete(hashed);
  // A session that waits for its second factor has no permissions, whatever it is used for.
  return (row ? undefined : await personOfKey(running, token)) ?? { kind: "anyone" };
}

export const isComplete = (running: Running, row: Row): boolean => !isFactorMissing(running, row) && row["needs_password"] !== true;

/** A second factor that the account or a role needs wasn't shown. */
export const isFactorMissing = (running: Running, row: Row): boolean => row["pending"] === true || (row["factor"] !== true && requiresFactor(running, row["roles"]));

function personOfSession(row: Row): Person {
  const person = withFactor(personOfRow(row), row);
  if (row["acting"] !== true) return person;
  return { ...person, owner: false, supportBy: row["holder"], ...(row["writes"] === true ? {} : { readOnly: true }) };
}

const withFactor = (person: Person, row: Row): Person => (row["factor"] === true ? { ...person, secondFactor: true } : person);

async function personOfKey(running: Running, token: string): Promise<Person | undefined> {
  const row = await keyHolder(running, token);
  if (!row) return undefined;
  const chosen = row["key_roles"] as readonly string[] | null;
  const person = withFactor(personOfRow(row), row);
  const roles = chosen ? person.roles.filter((role) => chosen.includes(role)) : person.roles;
  if (row["factor"] !== true && requiresFactor(running, roles)) return undefined;
  return { ...person, roles, owner: person.owner && chosen === null, ...(row["read_only"] === true ? { readOnly: true } : {}) };
}
