/** The user's second factors: an app, passkeys, and recovery codes for when both are lost. */
import { ActionIcon, Badge, Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { type Account, type Enrolled, refreshAccount } from "./account-queries.ts";
import { createPasskey, hasPasskeys } from "./passkey.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Section } from "./section.tsx";
import { TotpSetup } from "./totp-setup.tsx";
import { useAttempt } from "./use-attempt.ts";
import { ask } from "../question/ask.ts";
import { t } from "../texts/texts.ts";

export function SecondFactorSection({ account }: { account: Account }) {
  const [settingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { problem, busy, attempt } = useAttempt();
  const added = async ({ recoveryCodes }: Enrolled) => {
    setSettingUp(false);
    setCodes(recoveryCodes);
    await refreshAccount();
  };
  const remove = async (address: string, what: string) => {
    if (!(await ask({ title: t("remove-what", { what }), text: t("you-cant-use-it-to-sign-in-any-more"), yes: t("remove"), dangerous: true }))) return;
    void attempt(async () => {
      await request(address, { method: "DELETE" });
      await refreshAccount();
    });
  };
  const addPasskey = () =>
    attempt(async () => {
      const response = await createPasskey();
      const name = t("passkey-of-value", { value: new Date().toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric" }) });
      await added(await request<Enrolled>("/api/me/passkeys", { method: "POST", body: { name, response } }));
    });
  const has = account.totp || account.passkeys.length > 0;
  return (
    <Section
      title={account.passkeySignIn ? t("passkeys-and-second-factor") : t("second-factor")}
      text={account.needsSecondFactor ? t("your-roles-need-a-second-factor-so") : t("with-a-second-factor-nobody-can-sign")}
    >
      {problem ? <ProblemAlert problem={problem} /> : null}
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      {settingUp ? <TotpSetup onDone={(enrolled) => void added(enrolled)} onCancel={() => setSettingUp(false)} /> : null}
      <FactorTable account={account} onRemove={(address, what) => void remove(address, what)} />
      <Group gap="sm">
        {account.totp || settingUp ? null : (
          <Button variant={has ? "default" : "filled"} onClick={() => setSettingUp(true)}>
            {t("set-up-an-app")}
          </Button>
        )}
        {hasPasskeys() ? (
          <Button variant="default" loading={busy} onClick={() => void addPasskey()}>
            {t("add-a-passkey")}
          </Button>
        ) : null}
      </Group>
      {has ? <CodesLeft account={account} onMade={setCodes} /> : null}
    </Section>
  );
}

function FactorTable({ account, onRemove }: { account: Account; onRemove(address: string, what: string): void }) {
  const { product } = useProductContext();
  if (!account.totp && account.passkeys.length === 0) return null;
  const rows = [
    ...(account.totp ? [{ id: "totp", name: t("authenticator-app"), at: null, usedAt: null, address: "/api/me/totp" }] : []),
    ...account.passkeys.map((one) => ({ ...one, address: `/api/me/passkeys/${encodeURIComponent(one.id)}` })),
  ];
  return (
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} role="region" aria-label={t("second-factors")}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("name")}</Table.Th>
            <Table.Th>{t("added")}</Table.Th>
            <Table.Th>{t("last-used")}</Table.Th>
            <Table.Th w={60}>
              <span className="skip">{t("remove")}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, name, at, usedAt, address }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <bdi>{name}</bdi>
              </Table.Td>
              <Table.Td>{at ? formatInstant(at, product) : "–"}</Table.Td>
              <Table.Td>{usedAt ? formatInstant(usedAt, product) : "–"}</Table.Td>
              <Table.Td>
                <ActionIcon variant="subtle" color="red" aria-label={t("remove-name", { name })} onClick={() => onRemove(address, name)}>
                  <IconTrash size={17} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function CodesLeft({ account, onMade }: { account: Account; onMade(codes: readonly string[]): void }) {
  const { problem, busy, attempt } = useAttempt();
  const make = async () => {
    if (!(await ask({ title: t("make-new-recovery-codes"), text: t("your-current-codes-stop-working"), yes: t("make-new-codes") }))) return;
    void attempt(async () => {
      onMade((await request<{ codes: readonly string[] }>("/api/me/recovery-codes", { method: "POST", body: {} })).codes);
      await refreshAccount();
    });
  };
  return (
    <Stack gap="xs">
      {problem ? <ProblemAlert problem={problem} /> : null}
      <Group gap="sm">
        <Text>{t("recovery-codes")}</Text>
        <Badge variant={account.recoveryCodes > 2 ? "light" : "default"} tt="none">
          {t("recoverycodes-left", { recoveryCodes: account.recoveryCodes })}
        </Badge>
        <Button size="xs" variant="default" loading={busy} onClick={() => void make()}>
          {t("make-new-codes")}
        </Button>
      </Group>
    </Stack>
  );
}
