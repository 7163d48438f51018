/** Signing in and registering, beside what the product is for. */
import { Alert, Anchor, Button, Divider, Group, Paper, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { refreshEverything } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { ProblemAlert } from "../form/problem-alert.tsx";
import { Logo } from "../shell/logo.tsx";
import { become, usePeople } from "../shell/rehearsal-bar.tsx";
import { navigate, usePath } from "../shell/location.ts";
import { useHere } from "../shell/product-context.tsx";

export function SignInPage() {
  const { product } = useHere();
  const [registering, setRegistering] = useState(false);
  const isSingle = product.signIn.methods.includes("single sign-on") && !product.rehearsal;
  const hasPassword = product.rehearsal || product.signIn.methods.includes("email and password");
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} maw={980} mx="auto" mt={{ base: 0, sm: 40 }}>
      <Stack gap="md">
        {product.logo ? <Logo address={product.logo} large /> : null}
        <Title order={1} dir="auto">{product.name || product.title}</Title>
        {product.prose.map((p, i) => <Text key={i} size="lg" dir="auto" style={{ lineHeight: 1.6 }}>{p}</Text>)}
      </Stack>
      <Paper className="card" p="xl">
        {isSingle ? <SingleSignOn /> : null}
        {isSingle && hasPassword ? <Divider my="lg" label="or with a password" /> : null}
        {hasPassword ? <Credentials registering={registering} /> : null}
        {!hasPassword ? (product.signIn.registersAs ? null : <Text size="sm" c="dimmed" mt="md">Accounts are given out by invitation.</Text>) : product.signIn.registersAs ? (
          <Text size="sm" mt="md">
            {registering ? "You have an account? " : "New here? "}
            <Anchor component="button" type="button" inherit underline="always" onClick={() => setRegistering(!registering)}>{registering ? "Sign in instead" : `Register as ${product.signIn.registersAs}`}</Anchor>
          </Text>
        ) : (
          <Text size="sm" c="dimmed" mt="md">Accounts are given out by invitation.</Text>
        )}
        <RehearsalPeople />
      </Paper>
    </SimpleGrid>
  );
}

/** The browser leaves for the provider, and comes back to where it was. */
function SingleSignOn() {
  const path = usePath();
  const why = new URLSearchParams(location.search).get("why");
  return (
    <Stack>
      <Title order={2} size="h3">Sign in</Title>
      {why ? <Alert color="red" role="alert">{why}</Alert> : null}
      <Button component="a" href={`/api/sign-in/sso?to=${encodeURIComponent(path === "/sign-in" ? "/" : path)}`}>Sign in with single sign-on</Button>
    </Stack>
  );
}

function Credentials({ registering }: { registering: boolean }) {
  const path = usePath();
  const [values, setValues] = useState({ name: "", email: "", password: "" });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (key: keyof typeof values) => (e: React.ChangeEvent<HTMLInputElement>) => {
    const { value } = e.currentTarget;
    setValues((v) => ({ ...v, [key]: value }));
  };
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const { name, email, password } = values;
      await request(registering ? "/api/register" : "/api/sign-in", { method: "POST", body: registering ? { name, email, password } : { email, password } });
      await refreshEverything();
      navigate(path === "/sign-in" ? "/" : path);
    } catch (e) {
      setProblem(asProblem(e));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(e) => void submit(e)}>
      <Stack>
        <Title order={2} size="h3">{registering ? "Register" : "Sign in"}</Title>
        {problem ? <ProblemAlert problem={problem} /> : null}
        {registering ? <TextInput label="Name" autoComplete="name" required withAsterisk={false} value={values.name} onChange={set("name")} dir="auto" /> : null}
        <TextInput label="Email" type="email" autoComplete="email" required withAsterisk={false} value={values.email} onChange={set("email")} />
        <PasswordInput label="Password" autoComplete={registering ? "new-password" : "current-password"} required withAsterisk={false} value={values.password} onChange={set("password")} visibilityToggleButtonProps={{ "aria-label": "Show or hide what is typed" }} />
        <Button type="submit" loading={busy}>{registering ? "Register" : "Sign in"}</Button>
      </Stack>
    </form>
  );
}

function RehearsalPeople() {
  const { product } = useHere();
  const people = usePeople(product.rehearsal);
  if (!product.rehearsal) return null;
  return (
    <>
      <Divider my="lg" label="or be one of the rehearsal's people" />
      <Group gap="xs">
        {(people.data ?? []).map((p) => <Button key={p.email} variant="default" size="sm" onClick={() => void become(p.email)}>{p.name.includes(p.role) ? p.name : `${p.name} (${p.role})`}</Button>)}
      </Group>
      {people.error ? <Alert color="red" mt="sm">{asProblem(people.error).detail}</Alert> : null}
    </>
  );
}
