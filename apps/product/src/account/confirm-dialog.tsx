/** Asks users to confirm that they are there, when the server wants that before a request; the request is then sent again. */
import { Anchor, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { onConfirmationRequired } from "../api/connection.ts";
import type { ProofKind } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import type { Account } from "./account-queries.ts";
import { ProofForm } from "./proof-form.tsx";

interface Asked {
  readonly proofs: readonly ProofKind[];
  readonly answer: (confirmed: boolean) => void;
}

export function ConfirmDialog() {
  const { product } = useProductContext();
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
  const single = product.signIn.methods.includes("single sign-on");
  return (
    <Modal opened={asked !== null} onClose={() => finish(false)} title="Confirm that it's you" zIndex={450} closeButtonProps={{ "aria-label": "Cancel" }}>
      <Text size="sm" mb="md">
        This change needs a fresh confirmation. It is valid for 15 minutes.
      </Text>
      {asked && asked.proofs.length > 0 ? (
        <ProofForm
          proofs={asked.proofs}
          submit="Confirm"
          onProof={async (proof) => {
            await request("/api/me/confirm", { method: "POST", body: proof });
            finish(true);
          }}
        />
      ) : null}
      {single && asked?.proofs.length === 0 ? (
        <Anchor href={`/api/sign-in/sso?again=true&to=${encodeURIComponent(location.pathname)}`}>Sign in again with single sign-on</Anchor>
      ) : null}
    </Modal>
  );
}

const proofsOf = (account: Account): readonly ProofKind[] => [
  ...(account.hasPassword ? (["password"] as const) : []),
  ...(account.totp ? (["code"] as const) : []),
  ...(account.passkeys.length > 0 ? (["passkey"] as const) : []),
];
