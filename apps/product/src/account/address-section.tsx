/** The user's email address: whether it is confirmed, and how it is changed. */
import { Badge, Button, Group, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import type { Account } from "./account-queries.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";
import { t } from "../texts/texts.ts";

export function AddressSection({ account }: { account: Account }) {
  const [email, setEmail] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const confirm = () =>
    attempt(async () => {
      await request("/api/me/email/confirmation", { method: "POST", body: {} });
      notifications.show({ message: t("we-sent-a-link-to-email", { email: account.email }), color: "product" });
    });
  const change = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request("/api/me/email", { method: "POST", body: { email } });
      notifications.show({ message: t("we-sent-a-link-to-email-the", { email }), color: "product" });
      setEmail("");
    });
  };
  return (
    <Section title={t("email-address")}>
      {problem ? <ProblemAlert problem={problem} /> : null}
      <Group gap="sm">
        <Text style={{ overflowWrap: "anywhere" }}>
          <bdi>{account.email}</bdi>
        </Text>
        <Badge variant={account.emailConfirmed ? "light" : "default"} tt="none">
          {account.emailConfirmed ? t("confirmed") : t("not-confirmed")}
        </Badge>
        {account.emailConfirmed || !account.sendsMail ? null : (
          <Button size="xs" variant="default" loading={busy} onClick={() => void confirm()}>
            {t("send-confirmation")}
          </Button>
        )}
      </Group>
      {account.sendsMail ? (
        <form onSubmit={change}>
          <Group align="end">
            <TextInput
              label={t("new-email-address")}
              type="email"
              autoComplete="email"
              required
              withAsterisk={false}
              value={email}
              onChange={(e) => setEmail(e.currentTarget.value)}
              style={{ flex: "1 1 240px" }}
            />
            <Button type="submit" variant="default" loading={busy}>
              {t("change-address")}
            </Button>
          </Group>
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          {t("the-product-cant-send-mail-yet-so")}
        </Text>
      )}
    </Section>
  );
}
