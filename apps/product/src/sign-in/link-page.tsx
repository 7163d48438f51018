/** Opens a link from a mail: sets a password, accepts an invitation, or confirms an address. The token stands after `#`, which browsers send to no server. */
import { Alert, Button, Group, Loader, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAttempt } from "../account/use-attempt.ts";
import { refreshEverything } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { navigate, useHash } from "../navigation/location.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

interface Opened {
  readonly purpose: "reset" | "invitation" | "owner" | "confirm" | "new-email";
  readonly name: string;
  readonly email: string;
  readonly ways: readonly ("password" | "passkey")[];
}

export function LinkPage() {
  const token = useHash().slice(1);
  const opened = useQuery({
    queryKey: ["account link", token],
    queryFn: () => request<Opened>("/api/sign-in/link", { method: "POST", body: { token } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (opened.error) return <Refusal problem={asProblem(opened.error)} />;
  if (!opened.data) return <Loader aria-label={t("loading-2")} />;
  const { purpose } = opened.data;
  return (
    <Paper className="card" p="xl" maw={460} mx="auto" mt={{ base: 0, sm: 40 }}>
      {purpose === "confirm" || purpose === "new-email" ? <ConfirmAddress token={token} email={opened.data.email} /> : <SetUp token={token} opened={opened.data} />}
    </Paper>
  );
}

function ConfirmAddress({ token, email }: { token: string; email: string }) {
  const [done, setDone] = useState(false);
  const { problem, busy, attempt } = useAttempt();
  const confirm = () =>
    attempt(async () => {
      await request("/api/sign-in/link/confirm", { method: "POST", body: { token } });
      setDone(true);
    });
  const leave = async () => {
    await refreshEverything();
    navigate("/");
  };
  return (
    <Stack>
      <Title order={1} size="h3">
        {t("confirm-your-email-address")}
      </Title>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {done ? (
        <>
          <Alert color="product" role="status" styles={{ message: { color: "var(--mantine-color-text)" } }}>
            <bdi>{email}</bdi> {t("is-confirmed")}
          </Alert>
          <Button onClick={() => void leave()}>{t("continue")}</Button>
        </>
      ) : (
        <>
          <Text style={{ overflowWrap: "anywhere" }}>
            {t("is-this-your-address")} <bdi>{email}</bdi>
          </Text>
          <Button loading={busy} onClick={() => void confirm()}>
            {t("confirm-address")}
          </Button>
        </>
      )}
    </Stack>
  );
}

function SetUp({ token, opened }: { token: string; opened: Opened }) {
  const { product } = useProductContext();
  const [password, setPassword] = useState("");
  const { problem, busy, attempt } = useAttempt();
  const use = (body: Readonly<Record<string, unknown>>) =>
    attempt(async () => {
      await request("/api/sign-in/link/use", { method: "POST", body: { token, ...body } });
      await refreshEverything();
      navigate("/", { replace: true });
    });
  const isReset = opened.purpose === "reset";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void use({ password });
      }}
    >
      <Stack>
        <Title order={1} size="h3">
          {isReset ? t("set-a-new-password") : t("welcome-to-product", { product: named(product.name || product.title) })}
        </Title>
        <Text style={{ overflowWrap: "anywhere" }}>
          {isReset ? t("account-of") : t("you-sign-in-as")} <bdi>{opened.email}</bdi>.
        </Text>
        {problem ? <ProblemAlert problem={problem} /> : null}
        {opened.ways.includes("password") ? (
          <>
            {/* For password managers. */}
            <input type="text" name="username" autoComplete="username" value={opened.email} readOnly hidden />
            <PasswordInput
              label={t("password")}
              autoComplete="new-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(e) => setPassword(e.currentTarget.value)}
              visibilityToggleButtonProps={{ "aria-label": t("show-or-hide-password") }}
            />
            <Button type="submit" loading={busy}>
              {isReset ? t("set-password") : t("set-password-and-sign-in")}
            </Button>
          </>
        ) : null}
        <PasskeyInstead opened={opened} busy={busy} onUse={() => void use({})} />
      </Stack>
    </form>
  );
}

/** A reset of the password doesn't offer a passkey beside it. */
function PasskeyInstead({ opened: { purpose, ways }, busy, onUse }: { opened: Opened; busy: boolean; onUse(): void }) {
  const isOnly = ways.length === 1;
  if (!ways.includes("passkey") || (purpose === "reset" && !isOnly)) return null;
  return (
    <Group>
      <Button variant={isOnly ? "filled" : "default"} loading={busy} onClick={onUse}>
        {isOnly ? t("continue-with-a-passkey") : t("use-a-passkey-instead-of-a-password")}
      </Button>
    </Group>
  );
}
