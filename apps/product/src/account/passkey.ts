/** Creates and shows passkeys in the browser. */
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { request } from "../api/request.ts";

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
  if (name === "InvalidStateError") throw new Error("This device has a passkey for your account already.", { cause: error });
  if (name === "NotAllowedError" || name === "AbortError")
    throw new Error("No passkey was used: the browser's dialog was closed, or it took too long. Try again.", { cause: error });
  throw new Error("The browser couldn't use a passkey here.", { cause: error });
}
