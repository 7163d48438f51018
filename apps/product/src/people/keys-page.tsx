/** The user's own API keys: create, show once, delete. */
import { ActionIcon, Alert, Button, Code, CopyButton, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsIn, queryClient } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";

interface Key {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly usedAt: string | null;
}

const address = "/api/me/keys";
const when = (at: string | null): string => (at === null ? "never" : new Date(at).toLocaleString());

export function KeysPage() {
  const keys = useQuery({ queryKey: ["keys"], queryFn: async () => itemsIn<Key>(await request(address)) });
  const [name, setName] = useState("");
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null);
    await work().catch((e) => setProblem(asProblem(e)));
    await queryClient.invalidateQueries({ queryKey: ["keys"] });
  };
  const add = (event: React.FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      setMade(await request<{ name: string; key: string }>(address, { method: "POST", body: { name } }));
      setName("");
    });
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
          <Button type="submit">Create key</Button>
        </Group>
      </form>
      <KeyTable keys={keys.data ?? []} onDelete={(key) => void attempt(async () => void (await request(`${address}/${key.id}`, { method: "DELETE" })))} />
      {keys.data?.length === 0 ? (
        <Text c="dimmed" size="sm">
          You have no API keys yet. Create one to connect a program.
        </Text>
      ) : null}
    </Stack>
  );
}

function KeyTable({ keys, onDelete }: { keys: readonly Key[]; onDelete(key: Key): void }) {
  return (
    <Table.ScrollContainer minWidth={480} type="native" className="card" tabIndex={0} role="region" aria-label="API keys">
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Created</Table.Th>
            <Table.Th>Last used</Table.Th>
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
