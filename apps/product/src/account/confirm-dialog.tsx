/** Asks users to confirm that they are there, when the server wants that before a request; the request is then sent again. */
import { Anchor, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { onConfirmationRequired } from "../api/connection.ts";
import type { ProofKind } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import type { Account } from "./account-queries.ts";
import { ProofForm } from "./proof-form.tsx";
import { t } from "../texts/texts.ts";

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
    <Modal opened={asked !== null} onClose={() => finish(false)} title={t("confirm-that-its-you")} zIndex={450} closeButtonProps={{ "aria-label": t("cancel") }}>
      <Text size="sm" mb="md">
        {t("this-change-needs-a-fresh-confirmation-it")}
      </Text>
      {asked && asked.proofs.length > 0 ? (
        <ProofForm
          proofs={asked.proofs}
          submit={t("confirm")}
          onProof={async (proof) => {
            await request("/api/me/confirm", { method: "POST", body: proof });
            finish(true);
          }}
        />
      ) : null}
      {single && asked?.proofs.length === 0 ? (
        <Anchor href={`/api/sign-in/sso?again=true&to=${encodeURIComponent(location.pathname)}`}>{t("sign-in-again-with-single-sign-on")}</Anchor>
      ) : null}
    </Modal>
  );
}

const proofsOf = (account: Account): readonly ProofKind[] => [
  ...(account.hasPassword ? (["password"] as const) : []),
  ...(account.totp ? (["code"] as const) : []),
  ...(account.passkeys.length > 0 ? (["passkey"] as const) : []),
];
