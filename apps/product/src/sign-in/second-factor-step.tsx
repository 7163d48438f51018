/** The second step of a sign-in: the second factor of the account, or setting one up. */
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { RecoveryCodes } from "../account/recovery-codes.tsx";
import { createPasskey, hasPasskeys } from "../account/passkey.ts";
import { ProofForm } from "../account/proof-form.tsx";
import { TotpSetup } from "../account/totp-setup.tsx";
import { useAttempt } from "../account/use-attempt.ts";
import type { Enrolled } from "../account/account-queries.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { LeaveSignIn } from "./leave-sign-in.tsx";
import { t } from "../texts/texts.ts";

export function SecondFactorStep({ onDone }: { onDone(): Promise<void> }) {
  const { me } = useProductContext();
  return (
    <Stack>
      <Title order={2} size="h3">
        {t("second-factor")}
      </Title>
      <Text c="dimmed">
        {t("signing-in-as")} <bdi>{me.email}</bdi>.
      </Text>
      <ProofForm
        proofs={me.proofs ?? []}
        submit={t("sign-in")}
        onProof={async (proof) => {
          await request("/api/sign-in/factor", { method: "POST", body: proof });
          await onDone();
        }}
      />
      <LeaveSignIn />
    </Stack>
  );
}

export function EnrollmentStep({ onDone }: { onDone(): Promise<void> }) {
  const { product, me } = useProductContext();
  const [byApp, setByApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { problem, busy, attempt } = useAttempt();
  const added = ({ recoveryCodes }: Enrolled) => (recoveryCodes ? setCodes(recoveryCodes) : void onDone());
  const addPasskey = () =>
    attempt(async () => {
      const response = await createPasskey();
      added(await request<Enrolled>("/api/me/passkeys", { method: "POST", body: { name: "Passkey", response } }));
    });
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void onDone()} />;
  const onlyPasskeys = product.signIn.methods.every((method) => method === "passkey");
  return (
    <Stack>
      <Title order={2} size="h3">
        {onlyPasskeys ? t("add-a-passkey") : t("set-up-a-second-factor")}
      </Title>
      <Text>{onlyPasskeys ? t("you-sign-in-here-with-a-passkey") : t("your-account-needs-a-second-factor-add")}</Text>
      <Text c="dimmed" size="sm">
        <bdi>{me.email}</bdi>
      </Text>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {byApp ? (
        <TotpSetup onDone={added} onCancel={() => setByApp(false)} />
      ) : (
        <Group>
          {hasPasskeys() ? (
            <Button loading={busy} onClick={() => void addPasskey()}>
              {t("add-a-passkey")}
            </Button>
          ) : null}
          {onlyPasskeys ? null : (
            <Button variant={hasPasskeys() ? "default" : "filled"} onClick={() => setByApp(true)}>
              {t("set-up-an-app")}
            </Button>
          )}
        </Group>
      )}
      {onlyPasskeys && !hasPasskeys() ? <Text>{t("this-browser-cant-use-passkeys-here-open")}</Text> : null}
      <LeaveSignIn />
    </Stack>
  );
}
