/** Ways to sign in: email and password, or single sign-on. */
import { Alert, Button, PasswordInput, Stack, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { asProblem, request, type Problem } from "../api/request.ts";
import { usePath } from "../navigation/location.ts";
import { confirmQuery } from "../problem/confirm-warnings.ts";
import { ProblemAlert } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

/** The browser goes to the provider, and returns to the same page. */
export function SingleSignOn({ newTab = false }: { newTab?: boolean }) {
  const path = usePath();
  const why = new URLSearchParams(location.search).get("why");
  return (
    <Stack>
      {newTab ? null : (
        <Title order={2} size="h3">
          {t("sign-in")}
        </Title>
      )}
      {why ? (
        <Alert color="red" role="alert">
          {why}
        </Alert>
      ) : null}
      <Button component="a" {...(newTab ? { target: "_blank" } : {})} href={`/api/sign-in/sso?to=${encodeURIComponent(path === "/sign-in" ? "/" : path)}`}>
        {t("sign-in-with-single-sign-on")}
      </Button>
    </Stack>
  );
}

export interface CredentialsProps {
  readonly registering?: boolean;
  /** The email of a session that has ended. */
  readonly email?: string;
  readonly heading?: boolean;
  /** People register without a password, and add a passkey next. */
  readonly passwordless?: boolean;
  onDone(): Promise<void>;
}

export function Credentials({ registering = false, email: known = "", heading = false, passwordless = false, onDone }: CredentialsProps) {
  const [values, setValues] = useState({ name: "", email: known, password: "" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (key: keyof typeof values) => (e: React.ChangeEvent<HTMLInputElement>) => {
    const { value } = e.currentTarget;
    setValues((v) => ({ ...v, [key]: value }));
  };
  const submit = async (confirmed = "") => {
    setBusy(true);
    setProblem(null);
    try {
      const { name, email, password } = values;
      const secret = passwordless ? {} : { password };
      await request(registering ? `/api/register${confirmed}` : "/api/sign-in", { method: "POST", body: registering ? { name, email, ...secret } : { email, password } });
      await onDone();
    } catch (e) {
      setProblem(asProblem(e));
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}
    >
      <Stack>
        {heading ? (
          <Title order={2} size="h3">
            {registering ? t("register") : t("sign-in")}
          </Title>
        ) : null}
        {problem ? <ProblemAlert problem={problem} onConfirm={(codes) => void submit(confirmQuery(codes))} /> : null}
        {registering ? <TextInput label={t("name")} autoComplete="name" required withAsterisk={false} value={values.name} onChange={set("name")} dir="auto" /> : null}
        <TextInput label={t("email")} type="email" autoComplete="email" required withAsterisk={false} value={values.email} onChange={set("email")} />
        {passwordless ? null : (
          <PasswordInput
            label={t("password")}
            autoComplete={registering ? "new-password" : "current-password"}
            required
            withAsterisk={false}
            value={values.password}
            onChange={set("password")}
            visibilityToggleButtonProps={{ "aria-label": t("show-or-hide-password") }}
          />
        )}
        <Button type="submit" loading={busy}>
          {registering ? t("register") : t("sign-in")}
        </Button>
      </Stack>
    </form>
  );
}
