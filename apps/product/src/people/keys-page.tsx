/** The user's own API keys: create, show once, delete. */
import { ActionIcon, Alert, Button, Code, CopyButton, Group, MultiSelect, NativeSelect, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsIn, queryClient } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";

interface Key {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly usedAt: string | null;
  readonly expiresAt: string | null;
  readonly access: "read" | "write";
  readonly roles: readonly string[] | null;
}

const address = "/api/me/keys";
const when = (at: string | null): string => (at === null ? "never" : new Date(at).toLocaleString());

export function KeysPage() {
  const keys = useQuery({ queryKey: ["keys"], queryFn: async () => itemsIn<Key>(await request(address)) });
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null);
    await work().catch((e) => setProblem(asProblem(e)));
    await queryClient.invalidateQueries({ queryKey: ["keys"] });
  };
  return (
    <Stack maw={760}>
      <Heading title="API keys" screen={null} />
      <Text>A program that uses one of your keys can see and do what you can. Delete keys that are no longer in use.</Text>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {keys.error ? <Refusal problem={asProblem(keys.error)} /> : null}
      {made ? (
        <Alert color="product" title={`Copy the key "${made.name}" now. It won't be shown again.`}>
          <Group gap="sm">
            <Code style={{ overflowWrap: "anywhere" }}>{made.key}</Code>
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? "Copied" : "Copy"}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      ) : null}
      <NewKey onCreate={(key) => void attempt(async () => setMade(await request<{ name: string; key: string }>(address, { method: "POST", body: key })))} />
      <KeyTable keys={keys.data ?? []} onDelete={(key) => void attempt(async () => void (await request(`${address}/${key.id}`, { method: "DELETE" })))} />
      {keys.data?.length === 0 ? (
        <Text c="dimmed" size="sm">
          You have no API keys yet. Create one to connect a program.
        </Text>
      ) : null}
    </Stack>
  );
}

/** The instant after some days; null for none. */
const endAfter = (days: string): string | null => (days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString());

function KeyTable({ keys, onDelete }: { keys: readonly Key[]; onDelete(key: Key): void }) {
  return (
    <Table.ScrollContainer minWidth={720} type="native" className="card" tabIndex={0} role="region" aria-label="API keys">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>Expires</Table.Th>
            <Table.Th>Access</Table.Th>
            <Table.Th w={60}>
              <span className="skip">Delete</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((k) => (
            <Table.Tr key={k.id}>
              <Table.Td>
                <bdi>{k.name}</bdi>
              </Table.Td>
              <Table.Td>{when(k.at)}</Table.Td>
              <Table.Td>{when(k.usedAt)}</Table.Td>
              <Table.Td>{when(k.expiresAt)}</Table.Td>
              <Table.Td>
                {k.access === "read" ? "Read only" : "Read and change"}
                {k.roles ? ` (${k.roles.join(", ")})` : ""}
              </Table.Td>
              <Table.Td>
                <ActionIcon variant="subtle" color="red" aria-label={`Delete the key ${k.name}`} onClick={() => onDelete(k)}>
                  <IconTrash size={17} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NewKey({ onCreate }: { onCreate(key: Readonly<Record<string, unknown>>): void }) {
  const { me } = useProductContext();
  const [name, setName] = useState("");
  const [access, setAccess] = useState("write");
  const [days, setDays] = useState("365");
  const [roles, setRoles] = useState<string[]>([]);
  const add = (event: React.FormEvent) => {
    event.preventDefault();
    onCreate({ name, access, expiresAt: endAfter(days), ...(roles.length > 0 ? { roles } : {}) });
    setName("");
  };
  return (
    <form onSubmit={add}>
      <Group align="end">
        <TextInput
          label="Name of the new key"
          required
          withAsterisk={false}
          maxLength={80}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          style={{ flex: 1 }}
          dir="auto"
        />
        <NativeSelect
          label="Access"
          value={access}
          onChange={(e) => setAccess(e.currentTarget.value)}
          data={[
            { value: "write", label: "Read and change" },
            { value: "read", label: "Read only" },
          ]}
        />
        <NativeSelect
          label="Expires"
          value={days}
          onChange={(e) => setDays(e.currentTarget.value)}
          data={[
            { value: "30", label: "In 30 days" },
            { value: "90", label: "In 90 days" },
            { value: "365", label: "In a year" },
            { value: "", label: "Never" },
          ]}
        />
        {(me.roles ?? []).length > (me.owner ? 0 : 1) ? (
          <MultiSelect label="Roles" placeholder={roles.length === 0 ? "All of yours" : ""} data={[...(me.roles ?? [])]} value={roles} onChange={setRoles} miw={200} />
        ) : null}
        <Button type="submit">Create key</Button>
      </Group>
    </form>
  );
}
