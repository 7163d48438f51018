/** Asks for the mail that resets a forgotten password. */
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useAttempt } from "../account/use-attempt.ts";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

export function ForgottenPassword({ onBack }: { onBack(): void }) {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const { problem, busy, attempt } = useAttempt();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await request("/api/sign-in/forgotten", { method: "POST", body: { email } });
      setSent(true);
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={2} size="h3">
          {t("reset-your-password")}
        </Title>
        {problem ? <ProblemAlert problem={problem} /> : null}
        {sent ? (
          <Alert color="product" role="status" styles={{ message: { color: "var(--mantine-color-text)" } }}>
            {t("if-there-is-an-account-with-this")}
          </Alert>
        ) : (
          <>
            <Text c="dimmed">{t("we-send-you-a-link-with-which")}</Text>
            <TextInput label={t("email")} type="email" autoComplete="username" required withAsterisk={false} value={email} onChange={(e) => setEmail(e.currentTarget.value)} />
            <Button type="submit" loading={busy}>
              {t("send-link")}
            </Button>
          </>
        )}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
          {t("back-to-sign-in")}
        </Anchor>
      </Stack>
    </form>
  );
}
