/** The user's email address: whether it is confirmed, and how it is changed. */
import { Badge, Button, Group, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import type { Account } from "./account-queries.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";

export function AddressSection({ account }: { account: Account }) {
  const [email, setEmail] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const confirm = () =>
    attempt(async () => {
      await request("/api/me/email/confirmation", { method: "POST", body: {} });
      notifications.show({ message: `We sent a link to ${account.email}.`, color: "product" });
    });
  const change = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request("/api/me/email", { method: "POST", body: { email } });
      notifications.show({ message: `We sent a link to ${email}. The address changes when you open it.`, color: "product" });
      setEmail("");
    });
  };
  return (
    <Section title="Email address">
      {problem ? <ProblemAlert problem={problem} /> : null}
      <Group gap="sm">
        <Text style={{ overflowWrap: "anywhere" }}>
          <bdi>{account.email}</bdi>
        </Text>
        <Badge variant={account.emailConfirmed ? "light" : "default"} tt="none">
          {account.emailConfirmed ? "Confirmed" : "Not confirmed"}
        </Badge>
        {account.emailConfirmed || !account.sendsMail ? null : (
          <Button size="xs" variant="default" loading={busy} onClick={() => void confirm()}>
            Send confirmation
          </Button>
        )}
      </Group>
      {account.sendsMail ? (
        <form onSubmit={change}>
          <Group align="end">
            <TextInput
              label="New email address"
              type="email"
              autoComplete="email"
              required
              withAsterisk={false}
              value={email}
              onChange={(e) => setEmail(e.currentTarget.value)}
              style={{ flex: "1 1 240px" }}
            />
            <Button type="submit" variant="default" loading={busy}>
              Change address
            </Button>
          </Group>
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          The product can't send mail yet, so the address can't be confirmed or changed.
        </Text>
      )}
    </Section>
  );
}
