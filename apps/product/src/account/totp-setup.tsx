/** Sets up an app that generates codes: a QR code to scan, and the first code to enter. */
import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { renderSVG } from "uqr";
import { asProblem, request } from "../api/request.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import type { Enrolled } from "./account-queries.ts";
import { useAttempt } from "./use-attempt.ts";
import { t } from "../texts/texts.ts";

export function TotpSetup({ onDone, onCancel }: { onDone(enrolled: Enrolled): void; onCancel?: () => void }) {
  // Asked for once: another request would make the scanned secret invalid.
  const begun = useQuery({
    queryKey: ["totp"],
    queryFn: () => request<{ secret: string; address: string }>("/api/me/totp", { method: "POST", body: {} }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const [code, setCode] = useState("");
  const { problem, busy, attempt } = useAttempt();
  if (begun.error) return <Refusal problem={asProblem(begun.error)} />;
  if (!begun.data) return <Text c="dimmed">{t("loading")}</Text>;
  const { secret, address } = begun.data;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => onDone(await request<Enrolled>("/api/me/totp/confirm", { method: "POST", body: { code } })));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {problem ? <ProblemAlert problem={problem} /> : null}
        <Text>{t("1-scan-this-code-with-an-authenticator")}</Text>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 2 }))}`}
          alt={t("qr-code-for-the-authenticator-app")}
          width={200}
          height={200}
          style={{ borderRadius: 8 }}
        />
        <Text size="sm" c="dimmed">
          {t("cant-scan-it-enter-this-key")} <Code style={{ overflowWrap: "anywhere" }}>{(secret.match(/.{1,4}/g) ?? []).join(" ")}</Code>
        </Text>
        <Text>{t("2-enter-the-6-digits-that-the")}</Text>
        <TextInput
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          withAsterisk={false}
          value={code}
          onChange={(e) => setCode(e.currentTarget.value)}
          maw={200}
        />
        <Group>
          <Button type="submit" loading={busy}>
            {t("add-app")}
          </Button>
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t("cancel")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}
