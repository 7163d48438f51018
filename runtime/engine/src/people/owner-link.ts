/** The link with which a new or recovered Owner chooses how to sign in. */
import type { Running } from "../connection/running-product.ts";
import { makeAccountLink } from "../security/account-link.ts";

/** Its path, which works once, within an hour; null where people sign in by single sign-on only. */
export async function ownerLink({ database, options, product }: Running, { id, email }: { readonly id: string; readonly email: string }): Promise<string | null> {
  const choose = options.rehearse || product.about.signIn.methods.some((method) => method !== "single sign-on");
  return choose ? (await makeAccountLink(database, { purpose: "owner", user: id, email })).path : null;
}
