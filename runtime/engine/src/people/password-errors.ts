/** What is wrong with a new password (default 15). */
import { limitInForce, numberInForce } from "../connection/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "../refusals/refusal.ts";
import { type OwnWords, weakness } from "./weak-password.ts";

const minPasswordLength = 10;

export async function passwordErrors({ database, product }: Pick<Running, "database" | "product">, password: string, own: OwnWords): Promise<readonly FieldError[]> {
  if (password === "") return [problem("required", "Password is required.", { field: "password" })];
  const least = await numberInForce(database, product, "password length", minPasswordLength);
  if ([...password].length < least) return [problem("invalid-value", `A password has at least ${least} characters.`, { field: "password" })];
  const weak = (await allowsWeakPasswords({ database, product })) ? null : await weakness(password, own);
  return weak === null ? [] : [problem("invalid-value", weak, { field: "password" })];
}

/** `weak passwords | allowed` in point 9. */
export const allowsWeakPasswords = async ({ database, product }: Pick<Running, "database" | "product">): Promise<boolean> =>
  (await limitInForce(database, product, "weak passwords"))?.value === "allowed";
