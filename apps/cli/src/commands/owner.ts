/** `nonet owner EMAIL`: makes a person an active Owner and prints a link with which they sign in, from outside the product. */
import { makeOwner } from "@nonet/engine";
import { databaseUrl } from "../product/database-url.ts";
import { findDataFolder } from "../product/find-data-folder.ts";
import { lockDataFolder } from "../product/data-folder.ts";
import { isEmail } from "../product/email.ts";
import { processUsing } from "../product/folder-lock.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";

/** Works while the product runs, and while it doesn't. */
export async function owner(args: readonly string[]): Promise<number> {
  const given = readArguments("owner", args, { words: ["EMAIL"], options: { data: "value", database: "value" } });
  if (!given.ok) return fail(given.message);
  const email = given.value.words[0]!;
  if (!isEmail(email)) return fail(`\`nonet owner\` needs an email address, not "${email}".`);
  const place = findDatabase(given.value.options);
  if (!place.ok) return fail(place.message);
  try {
    const made = await makeOwner({ database: place.value.database, email, environment: process.env });
    if (!made.ok) return fail(made.refusal.errors.map((error) => error.detail).join(" "));
    const { product, created, link } = made.value;
    print(`${email} is ${created ? "now an Owner" : "an active Owner"} of ${product}${created ? "; the account was created" : ", and has been signed out everywhere"}.`);
    print(link === null ? "Owners of this product sign in with single sign-on (NONET_OIDC_OWNER)." : linkMessage(link));
    return 0;
  } finally {
    place.value.release();
  }
}

/** A product that was never served has no address yet. */
function linkMessage(link: string): string {
  const where = link.startsWith("/") ? `Open ${link} at the address of the product` : `Open ${link}`;
  return `${where}\nto choose how to sign in. The link works once, within an hour. The former password, second factor and API keys no longer work.`;
}

interface Place {
  readonly database: Parameters<typeof makeOwner>[0]["database"];
  release(): void;
}

/** A folder that no product uses is taken, so that none starts meanwhile. */
function findDatabase(options: Readonly<Record<string, string>>): Result<Place> {
  const url = databaseUrl(options["database"]);
  if (!url.ok) return url;
  if (url.value !== null) return success({ database: { url: url.value }, release: () => {} });
  const folder = findDataFolder(options["data"]);
  if (!folder.ok) return folder;
  const taken = lockDataFolder(folder.value, { embedded: true });
  if (taken.ok) return success({ database: { folder: taken.value.database }, release: taken.value.release });
  return processUsing(folder.value) === null ? failure(taken.message) : success({ database: { folder: `${folder.value}/database` }, release: () => {} });
}
