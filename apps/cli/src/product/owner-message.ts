/** What `--owner` did, in one sentence. */
import type { OwnerOutcome } from "@nonet/engine";

/** `takesPassword`: whether people sign in with a password. */
export function ownerMessage(outcome: OwnerOutcome, { email, password }: { readonly email: string; readonly password: string }, takesPassword: boolean): string {
  switch (outcome) {
    case "created":
      return takesPassword
        ? `The Owner signs in as ${email} with the password ${password} (shown only once).`
        : `${email} is now an Owner, and signs in with single sign-on (NONET_OIDC_OWNER).`;
    case "already-owner":
      return `${email} is already an Owner. Nothing was changed; if they can't sign in, run \`nonet owner ${email}\`.`;
    case "inactive-owner":
      return `${email} is an Owner, but isn't active. Nothing was changed; \`nonet owner ${email}\` makes them active with a new password.`;
    case "not-owner":
      return `${email} has an account and isn't an Owner. Nothing was changed; \`nonet owner ${email}\` makes them an Owner.`;
    case "other-owner":
      return `The product has an Owner already, so ${email} wasn't created. An Owner can invite them; \`nonet owner ${email}\` makes them an Owner.`;
  }
}
