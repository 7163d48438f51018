/** Changes the user's password. */
import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { type Account, refreshAccount } from "./account-queries.ts";
import { Section } from "./section.tsx";
import { useAttempt } from "./use-attempt.ts";
import { t } from "../texts/texts.ts";

const toggle = { visibilityToggleButtonProps: { "aria-label": t("show-or-hide-password") } };

export function PasswordSection({ account }: { account: Account }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request("/api/me/password", { method: "POST", body: account.hasPassword ? { current, password } : { password } });
      notifications.show({ message: t("your-password-was-changed-you-are-signed"), color: "product" });
      setCurrent("");
      setPassword("");
      await refreshAccount();
    });
  };
  return (
    <Section title={t("password")} text={account.hasPassword ? t("changing-it-signs-you-out-on-your") : t("you-have-no-password-set-one-to")}>
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          {problem ? <ProblemAlert problem={problem} /> : null}
          {account.hasPassword ? (
            <PasswordInput
              label={t("current-password")}
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={current}
              onChange={(e) => setCurrent(e.currentTarget.value)}
              {...toggle}
            />
          ) : null}
          <PasswordInput
            label={t("new-password")}
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(e) => setPassword(e.currentTarget.value)}
            {...toggle}
          />
          <Group>
            <Button type="submit" loading={busy}>
              {account.hasPassword ? t("change-password") : t("set-password")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
