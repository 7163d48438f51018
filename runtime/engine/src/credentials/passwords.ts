/** Passwords: verified as if every account existed, and set only where they are hard to guess. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { system } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";
import { limitInForce, numberInForce } from "../limits/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import { type OwnWords, weakness } from "./weak-password.ts";
import { say } from "@nonet/texts";

/** Default 15. */
const minLength = 10;
/** Longer ones would only cost time. */
const maxLength = 1_000;

let decoyHash: Promise<string> | undefined;
const decoy = (): Promise<string> => (decoyHash ??= hash(randomBytes(16).toString("hex")));

/** Without a hash it takes as long as with one, so that nobody learns which accounts exist. */
export const isPassword = async (stored: string | null | undefined, password: string): Promise<boolean> =>
  verify(stored ?? (await decoy()), password)
    .catch(() => false)
    .then((isRight) => isRight && typeof stored === "string");

/** Why it can't be the password, or null. */
export async function passwordError({ database, product }: Pick<Running, "database" | "product">, password: unknown, own: OwnWords): Promise<string | null> {
  const least = await numberInForce(database, product, "password length", minLength);
  if (typeof password !== "string" || [...password].length < least) return say("a-password-has-at-least-least-characters", { least });
  if (password.length > maxLength) return say("a-password-has-at-most-maxlength-characters", { maxLength });
  return (await allowsWeakPasswords({ database, product })) ? null : weakness(password, own);
}

/** `weak passwords | allowed` in point 9. */
const allowsWeakPasswords = async ({ database, product }: Pick<Running, "database" | "product">): Promise<boolean> =>
  (await limitInForce(database, product, "weak passwords"))?.value === "allowed";

export const setPassword = async (connection: Pick<Connection, "rows">, user: string, password: string): Promise<void> =>
  void (await connection.rows(system.setCredential(user, await hash(password))));
