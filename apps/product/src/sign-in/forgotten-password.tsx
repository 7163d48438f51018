/** Asks for the mail that resets a forgotten password. */
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { useAttempt } from "../account/use-attempt.ts";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";

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
          Reset your password
        </Title>
        {problem ? <ProblemAlert problem={problem} /> : null}
        {sent ? (
          <Alert color="product" role="status" styles={{ message: { color: "var(--mantine-color-text)" } }}>
            If there is an account with this address, a mail with a link is on its way. The link works for 30 minutes.
          </Alert>
        ) : (
          <>
            <Text c="dimmed">We send you a link with which you set a new password.</Text>
            <TextInput label="Email" type="email" autoComplete="username" required withAsterisk={false} value={email} onChange={(e) => setEmail(e.currentTarget.value)} />
            <Button type="submit" loading={busy}>
              Send link
            </Button>
          </>
        )}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
          Back to sign-in
        </Anchor>
      </Stack>
    </form>
  );
}
