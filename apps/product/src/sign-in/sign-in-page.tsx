/** Sign-in and registration, next to the product's description. */
import { Alert, Anchor, Button, Divider, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { refreshEverything } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Logo } from "../context/logo.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { navigate, usePath } from "../navigation/location.ts";
import { signInAs, useRehearsalPeople } from "../rehearsal/rehearsal-people.ts";
import { Credentials, SingleSignOn } from "./credentials.tsx";

export function SignInPage() {
  const { product } = useProductContext();
  const path = usePath();
  const [registering, setRegistering] = useState(false);
  const enter = async () => {
    await refreshEverything();
    navigate(path === "/sign-in" ? "/" : path);
  };
  const isSingle = product.signIn.methods.includes("single sign-on") && !product.rehearsal;
  const hasPassword = product.rehearsal || product.signIn.methods.includes("email and password");
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} maw={980} mx="auto" mt={{ base: 0, sm: 40 }}>
      <Stack gap="md">
        {product.logo ? <Logo address={product.logo} large /> : null}
        <Title order={1} dir="auto">
          {product.name || product.title}
        </Title>
        {product.prose.map((p, i) => (
          <Text key={i} size="lg" dir="auto" style={{ lineHeight: 1.6 }}>
            {p}
          </Text>
        ))}
      </Stack>
      <Paper className="card" p="xl">
        {isSingle ? <SingleSignOn /> : null}
        {isSingle && hasPassword ? <Divider my="lg" label="or use a password" /> : null}
        {hasPassword ? <Credentials heading registering={registering} onDone={enter} /> : null}
        {!hasPassword ? (
          product.signIn.registersAs ? null : (
            <Text size="sm" c="dimmed" mt="md">
              Accounts are by invitation only.
            </Text>
          )
        ) : product.signIn.registersAs ? (
          <Text size="sm" mt="md">
            {registering ? "Already have an account? " : "New here? "}
            <Anchor component="button" type="button" inherit underline="always" onClick={() => setRegistering(!registering)}>
              {registering ? "Sign in instead" : `Register as ${product.signIn.registersAs}`}
            </Anchor>
          </Text>
        ) : (
          <Text size="sm" c="dimmed" mt="md">
            Accounts are by invitation only.
          </Text>
        )}
        <RehearsalPeople />
      </Paper>
    </SimpleGrid>
  );
}

function RehearsalPeople() {
  const { product } = useProductContext();
  const people = useRehearsalPeople(product.rehearsal);
  if (!product.rehearsal) return null;
  return (
    <>
      <Divider my="lg" label="or sign in as a rehearsal user" />
      <Group gap="xs">
        {(people.data ?? []).map((p) => (
          <Button key={p.email} variant="default" size="sm" onClick={() => void signInAs(p.email)}>
            {p.name.includes(p.role) ? p.name : `${p.name} (${p.role})`}
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
