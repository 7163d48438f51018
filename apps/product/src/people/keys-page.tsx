/** The user's own API keys: create, show once, delete. */
import { ActionIcon, Alert, Button, Code, CopyButton, Group, MultiSelect, NativeSelect, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsIn } from "../api/items-in.ts";
import { queryClient } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

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
const when = (at: string | null): string => (at === null ? t("never-inside") : new Date(at).toLocaleString(document.documentElement.lang));

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
      <Heading title={t("api-keys")} screen={null} />
      <Text>{t("a-program-that-uses-one-of-your")}</Text>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {keys.error ? <Refusal problem={asProblem(keys.error)} /> : null}
      {made ? (
        <Alert color="product" title={t("copy-the-key-made-now-it-wont", { made: made.name })}>
          <Group gap="sm">
            <Code style={{ overflowWrap: "anywhere" }}>{made.key}</Code>
            <CopyButton value={made.key}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? t("copied") : t("copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      ) : null}
      <NewKey onCreate={(key) => void attempt(async () => setMade(await request<{ name: string; key: string }>(address, { method: "POST", body: key })))} />
      {(keys.data ?? []).length > 0 ? (
        <KeyTable keys={keys.data ?? []} onDelete={(key) => void attempt(async () => void (await request(`${address}/${key.id}`, { method: "DELETE" })))} />
      ) : null}
      {keys.data?.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t("you-have-no-api-keys-yet-create")}
        </Text>
      ) : null}
    </Stack>
  );
}

/** The instant after some days; null for none. */
const endAfter = (days: string): string | null => (days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString());

function KeyTable({ keys, onDelete }: { keys: readonly Key[]; onDelete(key: Key): void }) {
  return (
    <Table.ScrollContainer minWidth={720} type="native" className="card stacked" tabIndex={0} role="region" aria-label={t("api-keys")}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("name")}</Table.Th>
            <Table.Th>{t("created")}</Table.Th>
            <Table.Th>{t("last-used")}</Table.Th>
            <Table.Th>{t("expires")}</Table.Th>
            <Table.Th>{t("access")}</Table.Th>
            <Table.Th w={60}>
              <span className="skip">{t("delete")}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((k) => (
            <Table.Tr key={k.id}>
              <Table.Td>
                <bdi>{k.name}</bdi>
              </Table.Td>
              <Table.Td data-label={t("created")}>{when(k.at)}</Table.Td>
              <Table.Td data-label={t("last-used")}>{when(k.usedAt)}</Table.Td>
              <Table.Td data-label={t("expires")}>{when(k.expiresAt)}</Table.Td>
              <Table.Td data-label={t("access")}>
                {k.access === "read" ? t("read-only") : t("read-and-change")}
                {k.roles ? ` (${k.roles.join(", ")})` : ""}
              </Table.Td>
              <Table.Td>
                <ActionIcon variant="subtle" color="red" aria-label={t("delete-the-key-k", { k: k.name })} onClick={() => onDelete(k)}>
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
          label={t("name-of-the-new-key")}
          required
          withAsterisk={false}
          maxLength={80}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          style={{ flex: 1 }}
          dir="auto"
        />
        <NativeSelect
          label={t("access")}
          value={access}
          onChange={(e) => setAccess(e.currentTarget.value)}
          data={[
            { value: "write", label: t("read-and-change") },
            { value: "read", label: t("read-only") },
          ]}
        />
        <NativeSelect
          label={t("expires")}
          value={days}
          onChange={(e) => setDays(e.currentTarget.value)}
          data={[
            { value: "30", label: t("in-30-days") },
            { value: "90", label: t("in-90-days") },
            { value: "365", label: t("in-a-year") },
            { value: "", label: t("never") },
          ]}
        />
        {(me.roles ?? []).length > (me.owner ? 0 : 1) ? (
          <MultiSelect label={t("roles")} placeholder={roles.length === 0 ? t("all-of-yours") : ""} data={[...(me.roles ?? [])]} value={roles} onChange={setRoles} miw={200} />
        ) : null}
        <Button type="submit">{t("create-key")}</Button>
      </Group>
    </form>
  );
}
