/** Sign-in and registration, next to the product's description. */
import { Alert, Anchor, Button, Divider, Group, Loader, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { type Me, refreshEverything } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Logo } from "../context/logo.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { navigate, usePath } from "../navigation/location.ts";
import { introduction } from "../prose/introduction.ts";
import { personLabel } from "../rehearsal/person.ts";
import { signInAs, useRehearsalPeople } from "../rehearsal/rehearsal-people.ts";
import { Credentials, SingleSignOn } from "./credentials.tsx";
import { ForgottenPassword } from "./forgotten-password.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { NewPasswordStep } from "./new-password-step.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

const SecondFactorStep = lazy(() => import("./second-factor-step.tsx").then((m) => ({ default: m.SecondFactorStep })));
const EnrollmentStep = lazy(() => import("./second-factor-step.tsx").then((m) => ({ default: m.EnrollmentStep })));

/** What nearly every page of a signed-in person needs, loaded while they type. */
const loadNext = () => void import("../list/list-screen.tsx").catch(() => undefined);

/** `unknown`: the visitor's screens have none at this address. */
export function SignInPage({ unknown = false }: { unknown?: boolean }) {
  const { product, me } = useProductContext();
  const path = usePath();
  const about = introduction(product.prose, product.language);
  const enter = async () => {
    await refreshEverything();
    navigate(path === "/sign-in" ? "/" : path);
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} maw={980} mx="auto" mt={{ base: 0, sm: 40 }}>
      <Stack gap="md">
        {product.logo ? <Logo address={product.logo} large /> : null}
        <Title order={1} dir="auto">
          {named(product.name || product.title)}
        </Title>
        {about === "" ? null : (
          <Text size="lg" dir="auto" style={{ lineHeight: 1.6 }}>
            {about}
          </Text>
        )}
      </Stack>
      <Paper className="card sign-in-card" p={{ base: "lg", sm: "xl" }} onInput={loadNext}>
        {unknown ? (
          <Text c="dimmed" mb="md">
            {t("this-page-doesnt-exist-or-needs-sign-in")}
          </Text>
        ) : null}
        <Suspense fallback={<Loader size="sm" />}>{me.needs ? <NextStep need={me.needs} onDone={enter} /> : <WaysToSignIn onDone={enter} />}</Suspense>
        <RehearsalPeople />
        <LanguageChoice />
      </Paper>
    </SimpleGrid>
  );
}

function NextStep({ need, onDone }: { need: NonNullable<Me["needs"]>; onDone(): Promise<void> }) {
  switch (need) {
    case "second factor":
      return <SecondFactorStep onDone={onDone} />;
    case "new password":
      return <NewPasswordStep onDone={onDone} />;
    case "enrollment":
      return <EnrollmentStep onDone={onDone} />;
  }
}

type Showing = "sign in" | "register" | "forgotten";

/** What the page of visitors has left to this one. */
const asked = (): Showing => {
  const show = new URLSearchParams(location.search).get("show");
  return show === "register" || show === "forgotten" ? show : "sign in";
};

function WaysToSignIn({ onDone }: { onDone(): Promise<void> }) {
  const { product } = useProductContext();
  const [showing, setShowing] = useState(asked);
  const { methods, registersAs } = product.signIn;
  const isSingle = methods.includes("single sign-on") && !product.rehearsal;
  const hasPassword = product.rehearsal || methods.includes("email and password");
  const hasPasskey = methods.includes("passkey");
  const registering = showing === "register";
  if (showing === "forgotten") return <ForgottenPassword onBack={() => setShowing("sign in")} />;
  return (
    <>
      {isSingle ? <SingleSignOn /> : null}
      {hasPasskey && !registering ? <PasskeyButton primary={!hasPassword && !isSingle} onDone={onDone} /> : null}
      {(isSingle || (hasPasskey && !registering)) && hasPassword ? <Divider my="lg" label={t("or-use-a-password")} /> : null}
      {hasPassword || registering ? <Credentials heading registering={registering} passwordless={!hasPassword} onDone={onDone} /> : null}
      {hasPassword && !registering ? (
        <Text size="sm" mt="md">
          <Anchor component="button" type="button" inherit underline="always" onClick={() => setShowing("forgotten")}>
            {t("forgot-your-password")}
          </Anchor>
        </Text>
      ) : null}
      <Registration registering={registering} possible={registersAs !== null && (hasPassword || hasPasskey)} invited={registersAs === null} onSwitch={setShowing} />
    </>
  );
}

function Registration({
  registering,
  possible,
  invited,
  onSwitch,
}: {
  registering: boolean;
  possible: boolean;
  invited: boolean;
  onSwitch(showing: "sign in" | "register"): void;
}) {
  const { product } = useProductContext();
  if (invited)
    return (
      <Text size="sm" c="dimmed" mt="md">
        {t("accounts-are-by-invitation-only")}
      </Text>
    );
  if (!possible) return null;
  return (
    <Text size="sm" mt="md">
      {registering ? t("already-have-an-account") : t("new-here")}{" "}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => onSwitch(registering ? "sign in" : "register")}>
        {registering ? t("sign-in-instead") : t("register-as-registersas", { registersAs: product.signIn.registersAs })}
      </Anchor>
    </Text>
  );
}

function RehearsalPeople() {
  const { product } = useProductContext();
  const people = useRehearsalPeople(product.rehearsal);
  if (!product.rehearsal) return null;
  return (
    <>
      <Divider my="lg" label={t("or-sign-in-as-a-rehearsal-user")} />
      <Group gap="xs">
        {(people.data ?? []).map((p) => (
          <Button key={p.email} variant="default" size="sm" onClick={() => signInAs(p.email)}>
            {personLabel(p)}
          </Button>
        ))}
      </Group>
      {people.error ? (
        <Alert color="red" mt="sm">
          {asProblem(people.error).detail}
        </Alert>
      ) : null}
    </>
  );
}
