/** What `--owner` did, in one sentence. */
import type { OwnerOutcome } from "@nonet/engine";

/** `methods`: how people sign in. */
export function ownerMessage(outcome: OwnerOutcome, { email, password }: { readonly email: string; readonly password: string }, methods: readonly string[]): string {
  switch (outcome) {
    case "created":
      if (methods.includes("email and password")) return `The Owner signs in as ${email} with the password ${password} (shown only once).`;
      if (methods.includes("passkey")) return `${email} is now an Owner. Run \`nonet owner ${email}\` to get a link with which they add a passkey.`;
      return `${email} is now an Owner, and signs in with single sign-on (NONET_OIDC_OWNER).`;
    case "already-owner":
      return `${email} is already an Owner. Nothing was changed; if they can't sign in, run \`nonet owner ${email}\`.`;
    case "inactive-owner":
      return `${email} is an Owner, but isn't active. Nothing was changed; \`nonet owner ${email}\` makes them active and prints a link to sign in.`;
    case "not-owner":
      return `${email} has an account and isn't an Owner. Nothing was changed; \`nonet owner ${email}\` makes them an Owner.`;
    case "other-owner":
      return `The product has an Owner already, so ${email} wasn't created. An Owner can invite them; \`nonet owner ${email}\` makes them an Owner.`;
  }
}
