/** Signs in with a passkey. */
import { Button, Stack } from "@mantine/core";
import { hasPasskeys, showPasskey } from "../account/passkey.ts";
import { useAttempt } from "../account/use-attempt.ts";
import { request } from "../api/request.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

export function PasskeyButton({ onDone, primary }: { onDone(): Promise<void>; primary: boolean }) {
  const { problem, busy, attempt } = useAttempt();
  if (!hasPasskeys()) return null;
  const enter = () =>
    attempt(async () => {
      const response = await showPasskey();
      await request("/api/sign-in/passkey", { method: "POST", body: { response } });
      await onDone();
    });
  return (
    <Stack>
      {problem ? <ProblemAlert problem={problem} /> : null}
      <Button variant={primary ? "filled" : "default"} loading={busy} onClick={() => void enter()}>
        {t("sign-in-with-a-passkey")}
      </Button>
    </Stack>
  );
}
