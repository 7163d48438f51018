/** The schemas of requests that set a password: how long it must be, and whether there must be one, depends on the product. */
import type { Product } from "@nonet/model";
import type { Schema } from "./field-schema.ts";
import { input, list, text } from "./schema-parts.ts";

const email: Schema = { type: "string", format: "email" };

/** Default 15. */
const leastByDefault = 10;
const most = 1_000;

export function passwordSchemas(product: Product): Readonly<Record<string, Schema>> {
  const password: Schema = { type: "string", minLength: leastLength(product), maxLength: most };
  const needed = product.about.signIn.methods.includes("passkey") ? [] : ["password"];
  return {
    Registration: input({ email, password, name: text }, ["email", ...needed]),
    Invitation: input(
      {
        email,
        name: text,
        roles: list(text),
        password: { ...password, description: "An initial password: the person replaces it at the first sign-in, within 7 days. Without one, they get a link." },
        keepPassword: { type: "boolean", description: "The person has chosen this password themselves, in another system." },
      },
      ["email", "name"],
    ),
    AccountLinkUse: input({ token: text, password }, ["token"]),
    PasswordChange: input({ current: text, password }, ["password"]),
  };
}

/** Where the length changes from a date on, the shortest. */
function leastLength({ constants }: Product): number {
  const values = constants.find(({ limit }) => limit === "password length")?.values ?? [];
  const lengths = values.flatMap(({ value }) => (value?.kind === "literal" && typeof value.value === "string" ? [Number(value.value)] : [])).filter(Number.isFinite);
  return lengths.length === 0 ? leastByDefault : Math.min(...lengths);
}
