/** Creates and shows passkeys in the browser. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { request } from "../api/request.ts";
import { t } from "../texts/texts.ts";

export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";

/** Loaded only when a passkey is used. */
const library = () => import("@simplewebauthn/browser");

/** What the server takes; asks the user for one of their passkeys. */
export async function showPasskey(): Promise<unknown> {
  const optionsJSON = await request<PublicKeyCredentialRequestOptionsJSON>("/api/sign-in/passkey/options", { method: "POST", body: {} });
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON }).catch(explained);
}

export async function createPasskey(): Promise<unknown> {
  const optionsJSON = await request<PublicKeyCredentialCreationOptionsJSON>("/api/me/passkeys/options", { method: "POST", body: {} });
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON }).catch(explained);
}

/** Browsers say little, so that websites learn nothing about the user's devices. */
function explained(error: unknown): never {
  const { name } = error as Error;
  if (name === "InvalidStateError") throw new Error(t("this-device-has-a-passkey-for-your"), { cause: error });
  if (name === "NotAllowedError" || name === "AbortError") throw new Error(t("no-passkey-was-used-the-browsers-dialog"), { cause: error });
  throw new Error(t("the-browser-couldnt-use-a-passkey-here"), { cause: error });
}
