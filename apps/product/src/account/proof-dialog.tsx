/** The dialog in which users prove that they are there. */
import { Anchor, Modal, Text } from "@mantine/core";
import type { ProofKind } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { ProofForm } from "./proof-form.tsx";
import { t } from "../texts/texts.ts";

export function ProofDialog({ proofs, onDone }: { proofs: readonly ProofKind[]; onDone(confirmed: boolean): void }) {
  const { product } = useProductContext();
  const single = product.signIn.methods.includes("single sign-on");
  return (
    <Modal opened onClose={() => onDone(false)} title={t("confirm-that-its-you")} zIndex={450} closeButtonProps={{ "aria-label": t("cancel") }}>
      <Text size="sm" mb="md">
        {t("this-change-needs-a-fresh-confirmation-it")}
      </Text>
      {proofs.length > 0 ? (
        <ProofForm
          proofs={proofs}
          submit={t("confirm")}
          onProof={async (proof) => {
            await request("/api/me/confirm", { method: "POST", body: proof });
            onDone(true);
          }}
        />
      ) : null}
      {single && proofs.length === 0 ? (
        <Anchor href={`/api/sign-in/sso?again=true&to=${encodeURIComponent(location.pathname)}`}>{t("sign-in-again-with-single-sign-on")}</Anchor>
      ) : null}
    </Modal>
  );
}
