/** What `--owner` did, in one sentence. */
import type { OwnerOutcome } from "@nonet/engine";

/** `link`: with which the Owner chooses how to sign in; null where they do so by single sign-on only. */
export function ownerMessage(outcome: OwnerOutcome, email: string, link: string | null): string {
  switch (outcome) {
    case "created":
      if (link === null) return `${email} is now an Owner, and signs in with single sign-on (NONET_OIDC_OWNER).`;
      return `${email} is now an Owner. Open ${link}\nto choose how to sign in. The link works once, within an hour; \`nonet owner ${email}\` prints another one.`;
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

/** The same for a log, which other people read: without the address and without the link. */
export function ownerLogMessage(outcome: OwnerOutcome): string {
  switch (outcome) {
    case "created":
      return "The Owner was created. `nonet owner EMAIL` prints a link with which they sign in.";
    case "already-owner":
      return "The person of --owner is already an Owner. Nothing was changed.";
    case "inactive-owner":
      return "The person of --owner is an Owner, but isn't active. Nothing was changed; `nonet owner EMAIL` makes them active.";
    case "not-owner":
      return "The person of --owner has an account and isn't an Owner. Nothing was changed; `nonet owner EMAIL` makes them an Owner.";
    case "other-owner":
      return "The product has an Owner already, so the person of --owner wasn't created. An Owner can invite them; `nonet owner EMAIL` makes them an Owner.";
  }
}
