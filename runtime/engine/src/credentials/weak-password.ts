/** Refuses passwords that are guessed first: the most common ones, those of few different characters, and those made of the person's own name or address (default 15). */
import { say } from "@nonet/texts";

export interface OwnWords {
  readonly email: string;
  readonly name: string;
}

/** Why the password is easy to guess, or null. */
export async function weakness(password: string, own: OwnWords): Promise<string | null> {
  const text = password.toLowerCase();
  if (new Set(text).size < 4) return say("this-password-has-too-few-different-characters");
  if (isOwn(text, own)) return say("this-password-is-made-of-your-name");
  return (await commonPasswords()).has(text) ? say("this-password-is-one-of-the-most") : null;
}

/** Whether less than four characters are left of it without the person's own words. */
function isOwn(text: string, { email, name }: OwnWords): boolean {
  const address = email.toLowerCase();
  const words = [address, ...address.split(/[@.+_-]/), ...name.toLowerCase().split(/\s+/), name.toLowerCase().replaceAll(/\s/g, "")];
  const left = words
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), text);
  return left.length < 4 && left !== text;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The list has 49,000 entries, so it is loaded only when a password is set. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set((dictionary as { readonly passwords: readonly string[] }).passwords)));
