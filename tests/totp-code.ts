/** What an authenticator app shows, for tests of second factors. */
import { Secret, TOTP } from "otpauth";

/** The code of now, or of some steps of 30 seconds later. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: Date.now() + steps * 30_000 });
