/** Asks for what shows that the user is there: a password, a code, a recovery code or a passkey. */
import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ProofKind } from "../api/queries.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { hasPasskeys, showPasskey } from "./passkey.ts";
import { useAttempt } from "./use-attempt.ts";
import { t } from "../texts/texts.ts";

type Typed = Exclude<ProofKind, "passkey" | "sso">;

const labels: Readonly<Record<Typed, string>> = { password: t("password"), code: t("code-from-your-authenticator-app"), recoveryCode: t("recovery-code") };
const instead: Readonly<Record<Typed, string>> = {
  password: t("use-your-password-instead"),
  code: t("use-your-authenticator-app-instead"),
  recoveryCode: t("use-a-recovery-code-instead"),
};

/** `onProof` sends the proof, and rejects if it is wrong. */
export function ProofForm({ proofs, submit, onProof }: { proofs: readonly ProofKind[]; submit: string; onProof(proof: Readonly<Record<string, unknown>>): Promise<void> }) {
  const typed = proofs.filter((kind): kind is Typed => kind !== "passkey" && kind !== "sso");
  const [kind, setKind] = useState<Typed | null>(typed[0] ?? null);
  const [value, setValue] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const byPasskey = proofs.includes("passkey") && hasPasskeys();
  const choose = (next: Typed) => {
    setKind(next);
    setValue("");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (kind) void attempt(() => onProof({ [kind]: value }));
      }}
    >
      <Stack>
        {problem ? <ProblemAlert problem={problem} /> : null}
        {byPasskey ? (
          <Button variant={kind === null ? "filled" : "default"} loading={busy} onClick={() => void attempt(async () => onProof({ passkey: await showPasskey() }))}>
            {t("use-a-passkey")}
          </Button>
        ) : null}
        {kind ? <ProofInput kind={kind} value={value} onChange={setValue} /> : null}
        {kind ? (
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        ) : null}
        <Group gap="md">
          {typed
            .filter((other) => other !== kind)
            .map((other) => (
              <Anchor key={other} component="button" type="button" size="sm" underline="always" onClick={() => choose(other)}>
                {instead[other]}
              </Anchor>
            ))}
        </Group>
      </Stack>
    </form>
  );
}

function ProofInput({ kind, value, onChange }: { kind: Typed; value: string; onChange(value: string): void }) {
  const common = {
    label: labels[kind],
    required: true,
    withAsterisk: false,
    value,
    "data-autofocus": true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  } as const;
  if (kind === "password") return <PasswordInput {...common} autoComplete="current-password" visibilityToggleButtonProps={{ "aria-label": t("show-or-hide-password") }} />;
  return <TextInput {...common} autoComplete="one-time-code" {...(kind === "code" ? { inputMode: "numeric" as const, maxLength: 7 } : { maxLength: 40 })} />;
}
