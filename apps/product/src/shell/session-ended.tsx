/** Over the page when a session has ended: signing in again, without losing what is typed. */
import { Modal, Text } from "@mantine/core";
import { useState } from "react";
import { ProofForm } from "../account/proof-form.tsx";
import { type Me, type ProofKind, refreshAfterSignIn } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { Credentials, SingleSignOn } from "../sign-in/credentials.tsx";
import { PasskeyButton } from "../sign-in/passkey-button.tsx";
import { t } from "../texts/texts.ts";

export function SessionEnded() {
  const { product, me } = useProductContext();
  const [proofs, setProofs] = useState<readonly ProofKind[] | null>(null);
  const hasPassword = product.rehearsal || product.signIn.methods.includes("email and password");
  // The second factor is asked for here too: on another page, what was typed would be lost.
  const entered = async () => {
    const now = await request<Me>("/api/me");
    if (now.needs === "second factor") return setProofs(now.proofs ?? []);
    setProofs(null);
    await refreshAfterSignIn();
  };
  const single = product.signIn.methods.includes("single sign-on") && !product.rehearsal;
  return (
    <Modal zIndex={500} opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t("your-session-has-ended")}>
      <Text size="sm" mb="md">
        {t("sign-in-again-to-continue-what-you")}
      </Text>
      {proofs ? (
        <ProofForm
          proofs={proofs}
          submit={t("sign-in")}
          onProof={async (proof) => {
            await request("/api/sign-in/factor", { method: "POST", body: proof });
            await entered();
          }}
        />
      ) : (
        <>
          {single ? <SingleSignOn newTab /> : null}
          {product.signIn.methods.includes("passkey") ? <PasskeyButton primary={!hasPassword && !single} onDone={entered} /> : null}
          {hasPassword && !single ? <Credentials email={me.email ?? ""} onDone={entered} /> : null}
        </>
      )}
    </Modal>
  );
}
