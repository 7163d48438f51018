/** Asks users to confirm that they are there, when the server wants that before a request; the request is then sent again. */
import { lazy, Suspense, useEffect, useState } from "react";
import { onConfirmationRequired } from "../api/connection.ts";
import type { ProofKind } from "../api/queries.ts";
import { request } from "../api/request.ts";
import type { Account } from "./account-queries.ts";

const ProofDialog = lazy(() => import("./proof-dialog.tsx").then((m) => ({ default: m.ProofDialog })));

interface Asked {
  readonly proofs: readonly ProofKind[];
  readonly answer: (confirmed: boolean) => void;
}

export function ConfirmDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    onConfirmationRequired(async () => {
      const account = await request<Account>("/api/me/account").catch(() => null);
      return account ? new Promise((answer) => setAsked({ proofs: proofsOf(account), answer })) : false;
    });
    return () => onConfirmationRequired(() => Promise.resolve(false));
  }, []);
  const finish = (confirmed: boolean) => {
    asked?.answer(confirmed);
    setAsked(null);
  };
  return asked === null ? null : (
    <Suspense>
      <ProofDialog proofs={asked.proofs} onDone={finish} />
    </Suspense>
  );
}

const proofsOf = (account: Account): readonly ProofKind[] => [
  ...(account.hasPassword ? (["password"] as const) : []),
  ...(account.totp ? (["code"] as const) : []),
  ...(account.passkeys.length > 0 ? (["passkey"] as const) : []),
];
