/** What a sign-in provider did wrong, from `openid-client`'s errors to a refusal that says the way on. */
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import type { Refusal } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

const notSigned = (detail: string): Refusal => refuse("not signed in", problem("wrong-credentials", detail)).refusal;
const failed = (detail: string): Refusal => refuse("call failed", problem("call-failed", say("the-sign-in-provider-didnt-answer-as", { detail }))).refusal;

/** By the claim of the token that isn't as expected. */
const wrongClaims: Readonly<Record<string, string>> = {
  nonce: "it belongs to another sign-in",
  aud: "it is meant for another client",
  azp: "it is meant for another client",
  iss: "it comes from another issuer",
};

/** The provider's own description can't be used. */
export class UnsafeProvider extends Error {}

/** null where the fault isn't the provider's. */
export function failureOfProvider(error: unknown): Refusal | null {
  if (error instanceof AuthorizationResponseError)
    return notSigned(say("the-sign-in-provider-refused-error-description", { error_description: (error.error_description ?? error.error).slice(0, 200) }));
  if (error instanceof ResponseBodyError && error.status === 400) return notSigned(say("the-sign-in-provider-didnt-take-the"));
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return failed(`status ${error.status}`);
  if (error instanceof UnsafeProvider) return failed(error.message);
  if (error instanceof ClientError) return failureOfClient(error);
  // What `fetch` throws: no connection, or one that isn't trusted.
  return error instanceof TypeError && error.message === "fetch failed" ? failed("nothing answers at its address") : null;
}

function failureOfClient({ code, cause, message }: ClientError): Refusal {
  const details = (cause as { cause?: { claim?: unknown; status?: unknown } } | undefined)?.cause;
  const status = (cause as { status?: unknown } | undefined)?.status;
  const untrusted = (why: string): Refusal => notSigned(say("the-sign-in-providers-token-isnt-to", { why }));
  switch (code) {
    case "OAUTH_JWT_CLAIM_COMPARISON_FAILED":
      return untrusted(wrongClaims[String(details?.claim)] ?? `its ${String(details?.claim)} isn't as expected`);
    case "OAUTH_JWT_TIMESTAMP_CHECK_FAILED":
      return untrusted(details?.claim === "exp" ? "it has expired" : "it comes from the future");
    case "OAUTH_INVALID_RESPONSE":
    case "OAUTH_KEY_SELECTION_FAILED":
    case "OAUTH_PARSE_ERROR":
      return untrusted("its signature or its form isn't the provider's");
    case "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED":
      return failed("it calls itself by another name than NONET_OIDC_ISSUER");
    case "OAUTH_RESPONSE_IS_NOT_CONFORM":
      return failed(typeof status === "number" ? `status ${status}` : "an answer of another form");
    default:
      return failed(message);
  }
}
