/** The second step of a first sign-in with an initial password: the person chooses their own. */
import { Button, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { useAttempt } from "../account/use-attempt.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { LeaveSignIn } from "./leave-sign-in.tsx";
import { t } from "../texts/texts.ts";

export function NewPasswordStep({ onDone }: { onDone(): Promise<void> }) {
  const { me } = useProductContext();
  const [password, setPassword] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request("/api/me/password", { method: "POST", body: { password } });
      await onDone();
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={2} size="h3">
          {t("choose-your-password")}
        </Title>
        <Text>{t("somebody-else-has-set-the-password-with")}</Text>
        <Text c="dimmed" size="sm">
          <bdi>{me.email}</bdi>
        </Text>
        {problem ? <ProblemAlert problem={problem} /> : null}
        {/* For password managers. */}
        <input type="text" name="username" autoComplete="username" value={me.email ?? ""} readOnly hidden />
        <PasswordInput
          label={t("new-password")}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(e) => setPassword(e.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("show-or-hide-password") }}
        />
        <Button type="submit" loading={busy}>
          {t("set-password-and-sign-in")}
        </Button>
        <LeaveSignIn />
      </Stack>
    </form>
  );
}
