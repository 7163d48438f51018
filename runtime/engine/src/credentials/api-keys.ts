/** Personal API keys (defaults 30 and 146): created by the person, shown once, stored as a hash. */
import { system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { ListedKey, NewKeyInput } from "../contract/accounts.ts";
import type { FieldError, Outcome } from "../contract/outcome.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { hashToken, newToken } from "../security/tokens.ts";
import { say } from "@nonet/texts";

const prefix = "nk_";
const maxKeys = 50;
const daysByDefault = 365;
const dayMilliseconds = 86_400_000;

export const isApiKey = (token: string | undefined): boolean => token?.startsWith(prefix) === true;

interface Holder {
  readonly user: string;
  readonly roles: readonly string[];
  /** Whether the person has shown a second factor in this session. */
  readonly factor: boolean;
}

export async function createKey(running: Running, holder: Holder, input: NewKeyInput): Promise<Outcome<ListedKey & { readonly key: string }>> {
  const errors = errorsIn(holder, input);
  if (errors.length > 0) return refuse("invalid", ...errors);
  if ((await running.database.rows(system.keysOf(holder.user))).length >= maxKeys)
    return refuse("conflict", problem("conflict", say("you-can-have-at-most-maxkeys-api", { maxKeys })));
  const name = String(input.name).trim();
  const id = uuidv7();
  const key = prefix + newToken();
  const until = endOf(input.expiresAt);
  const readOnly = input.access === "read";
  const roles = (input.roles ?? null) as readonly string[] | null;
  await running.database.rows(system.addKey({ id, user: holder.user, name, hash: hashToken(key), until, readOnly, roles, factor: holder.factor }));
  return done({ id, name, key, at: new Date().toISOString(), usedAt: null, expiresAt: until, access: readOnly ? "read" : "write", roles });
}

function errorsIn({ roles }: Holder, input: NewKeyInput): FieldError[] {
  const name = typeof input.name === "string" ? input.name.trim() : "";
  const invalid = (field: string, detail: string): FieldError => problem("invalid-value", detail, { field });
  const chosen = input.roles;
  return [
    ...(name === "" || [...name].length > 80 ? [invalid("name", say("an-api-key-needs-a-name-of"))] : []),
    ...(input.access !== undefined && input.access !== "read" && input.access !== "write" ? [invalid("access", say("access-is-read-or-write"))] : []),
    ...(input.expiresAt !== undefined && input.expiresAt !== null && !isFuture(input.expiresAt) ? [invalid("expiresAt", say("expiresat-should-be-an-instant-in-the"))] : []),
    ...(chosen !== undefined && chosen !== null && !(Array.isArray(chosen) && chosen.every((role) => roles.includes(role as string)))
      ? [invalid("roles", roles.length === 0 ? say("you-have-no-roles-that-the-key") : say("a-key-can-have-these-of-your", { roles: roles.join(", ") }))]
      : []),
  ];
}

const isFuture = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/.test(value) && Date.parse(value) > Date.now();

const endOf = (value: unknown): string | null =>
  value === null ? null : typeof value === "string" ? new Date(value).toISOString() : new Date(Date.now() + daysByDefault * dayMilliseconds).toISOString();

export const listKeys = async (running: Running, user: string): Promise<readonly ListedKey[]> =>
  (await running.database.rows(system.keysOf(user))).map((row) => ({
    id: row["id"],
    name: row["name"],
    at: row["at"],
    usedAt: row["used"] ?? null,
    expiresAt: row["until"] ?? null,
    access: row["read_only"] === true ? "read" : "write",
    roles: row["roles"] ?? null,
  }));

/** The person who has the key; its last use is recorded to the minute. */
export async function keyHolder(running: Running, token: string): Promise<Row | undefined> {
  if (!isApiKey(token)) return undefined;
  const row = await running.database.row(system.keyHolder(hashToken(token)));
  if (row?.["stale"]) await running.database.rows(system.keyUsed(row["key_id"]));
  return row;
}
