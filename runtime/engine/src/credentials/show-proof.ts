/** Checks what a person shows to prove that they are there; wrong proofs count like failed sign-ins. */
import { system } from "@nonet/database";
import type { Person } from "../change/person-of-row.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller, Proof, ProofKind, Site } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { usePasskey } from "./passkeys.ts";
import { isPassword } from "./passwords.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { countAttempt, hashSource, oneAtATime } from "./sign-in-attempts.ts";
import { isUnreadable, useTotp } from "./totp.ts";
import { say, type TextKey } from "@nonet/texts";

/** `allowed`: the kinds that count here. */
export function showProof(
  running: Running,
  person: Person,
  proof: Proof,
  at: { readonly caller: Caller; readonly site: Site; readonly allowed: readonly ProofKind[] },
): Promise<Outcome<ProofKind>> {
  const kind = (["password", "code", "recoveryCode", "passkey"] as const).find((one) => proof[one] !== undefined);
  if (!kind || !at.allowed.includes(kind))
    return Promise.resolve(refuse("invalid", problem("invalid-value", say("send-one-of-allowed", { allowed: at.allowed.filter((one) => one !== "sso").join(", ") }))));
  const key = `proof ${person.id}`;
  return oneAtATime(key, () => tryProof(running, person, { proof, kind, key }, at));
}

interface Tried {
  readonly proof: Proof;
  readonly kind: ProofKind;
  /** Under which failures are counted: passwords with sign-ins would let nobody lock the person out, so they have their own. */
  readonly key: string;
}

async function tryProof(
  running: Running,
  person: Person,
  { proof, kind, key }: Tried,
  { caller, site }: { readonly caller: Caller; readonly site: Site },
): Promise<Outcome<ProofKind>> {
  if (kind === "code" && (await isUnreadable(running, person.id))) return unreadable();
  const held = await countAttempt(running, key, hashSource(caller.source));
  if (held) return held;
  if (!(await isShown(running, person, proof, site))) {
    await recordEvent(running.database, { event: "second-factor-failed", user: person.id, origin: caller, detail: { kind } });
    return refuse("not permitted", problem("wrong-proof", say(wrong[kind] ?? "this-isnt-valid")));
  }
  await running.database.rows(system.clearAttempts(key));
  if (kind === "recoveryCode") await recordEvent(running.database, { event: "recovery-code-used", user: person.id, origin: caller });
  return done(kind);
}

async function isShown(running: Running, { id }: Person, { password, code, recoveryCode, passkey }: Proof, site: Site): Promise<boolean> {
  if (password !== undefined) return isPassword((await running.database.row(system.credential(id)))?.["hash"], password);
  if (code !== undefined) return useTotp(running, id, code);
  if (recoveryCode !== undefined) return useRecoveryCode(running, id, recoveryCode);
  return (await usePasskey(running, id, passkey, site)) === id;
}

const unreadable = () => refuse("not permitted", problem("second-factor-unreadable", say("codes-of-your-app-cant-be-checked")));

const wrong: Partial<Record<ProofKind, TextKey>> = {
  password: "the-password-isnt-right",
  code: "the-code-was-used",
  recoveryCode: "the-recovery-code-isnt-right",
  passkey: "the-passkey-wasnt-accepted",
};

/** What a person has. */
export async function proofsOf(running: Running, user: string): Promise<readonly ProofKind[]> {
  const factors = (await running.database.row(system.factorsOf(user)))!;
  const hasPassword = (await running.database.row(system.credential(user))) !== undefined;
  return [
    ...(hasPassword ? (["password"] as const) : []),
    ...(factors["totp"] === true ? (["code"] as const) : []),
    ...(factors["passkeys"] > 0 ? (["passkey"] as const) : []),
    ...(factors["codes"] > 0 && (factors["totp"] === true || factors["passkeys"] > 0) ? (["recoveryCode"] as const) : []),
    ...(running.product.about.signIn.methods.includes("single sign-on") ? (["sso"] as const) : []),
  ];
}
