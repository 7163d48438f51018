/** Changes the user's password. */
import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { type Account, refreshAccount } from "./account-queries.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";

const toggle = { visibilityToggleButtonProps: { "aria-label": "Show or hide password" } };

export function PasswordSection({ account }: { account: Account }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request("/api/me/password", { method: "POST", body: account.hasPassword ? { current, password } : { password } });
      notifications.show({ message: "Your password was changed. You are signed out on your other devices.", color: "product" });
      setCurrent("");
      setPassword("");
      await refreshAccount();
    });
  };
  return (
    <Section title="Password" text={account.hasPassword ? "Changing it signs you out on your other devices." : "You have no password. Set one to sign in with it."}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          {problem ? <ProblemAlert problem={problem} /> : null}
          {account.hasPassword ? (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={current}
              onChange={(e) => setCurrent(e.currentTarget.value)}
              {...toggle}
            />
          ) : null}
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(e) => setPassword(e.currentTarget.value)}
            {...toggle}
          />
          <Group>
            <Button type="submit" loading={busy}>
              {account.hasPassword ? "Change password" : "Set password"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
