/** The user's deputies and their days, and the people whose deputy the user is. */
import { ActionIcon, Button, Group, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldData } from "@nonet/screens";
import { itemsIn } from "../api/items-in.ts";
import { queryClient, type PersonRef } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { ReferencePicker } from "../field/reference-picker.tsx";
import { formatDate } from "../format/format.ts";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { t } from "../texts/texts.ts";

interface Deputy {
  readonly id: string;
  readonly person: PersonRef;
  readonly deputy: PersonRef;
  readonly from: string;
  readonly to: string;
  readonly own: boolean;
}

const address = "/api/-/deputies";
/** A reference to a person, for the reference picker. */
const personField: FieldData = {
  name: "deputy",
  key: "deputy",
  label: t("deputy"),
  control: "reference",
  choices: [],
  entity: "User",
  required: true,
  conditional: false,
  computed: false,
  writableOnCreate: true,
  writableOnUpdate: true,
  atLeast: null,
  atMost: null,
  currency: null,
  default: null,
  parts: [],
  line: null,
};
const nobody = { deputy: null as unknown, from: "", to: "" };

export function DeputiesPage() {
  const deputies = useQuery({ queryKey: ["deputies"], queryFn: async () => itemsIn<Deputy>(await request(address)) });
  const [problem, setProblem] = useState<Problem | null>(null);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem(null);
    await work().catch((e) => setProblem(asProblem(e)));
    await queryClient.invalidateQueries({ queryKey: ["deputies"] });
  };
  const all = deputies.data ?? [];
  return (
    <Stack maw={760}>
      <Heading title={t("my-deputies")} screen={null} />
      <Text>{t("a-deputy-decides-for-you-on-the")}</Text>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {deputies.error ? <Refusal problem={asProblem(deputies.error)} /> : null}
      <AppointDeputy onAppoint={(body) => attempt(() => request(address, { method: "POST", body }))} />
      <Rows
        label={t("your-deputies")}
        empty={t("you-have-no-deputies-appoint-one-above")}
        rows={all.filter((d) => d.own)}
        who={(d) => d.deputy}
        onRemove={(d) => void attempt(() => request(`${address}/${d.id}`, { method: "DELETE" }))}
      />
      <Rows label={t("you-are-a-deputy-for")} empty={t("you-arent-a-deputy-for-anyone")} rows={all.filter((d) => !d.own)} who={(d) => d.person} />
    </Stack>
  );
}

function AppointDeputy({ onAppoint }: { onAppoint(body: object): Promise<void> }) {
  const [values, setValues] = useState(nobody);
  const set = (key: "from" | "to") => (e: React.ChangeEvent<HTMLInputElement>) => {
    const { value } = e.currentTarget;
    setValues((v) => ({ ...v, [key]: value }));
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const id = values.deputy !== null && typeof values.deputy === "object" && "id" in values.deputy ? values.deputy.id : values.deputy;
    void onAppoint({ deputy: id, from: values.from, to: values.to }).then(() => setValues(nobody));
  };
  return (
    <form onSubmit={submit}>
      <Group align="end">
        <div style={{ flex: 1, minWidth: 200 }}>
          <ReferencePicker
            field={personField}
            value={values.deputy}
            onChange={(deputy) => setValues((v) => ({ ...v, deputy }))}
            shared={{ label: t("deputy"), required: false, size: "sm" }}
          />
        </div>
        <TextInput type="date" label={t("first-day")} required withAsterisk={false} value={values.from} onChange={set("from")} />
        <TextInput type="date" label={t("last-day")} required withAsterisk={false} value={values.to} onChange={set("to")} />
        <Button type="submit">{t("appoint")}</Button>
      </Group>
    </form>
  );
}

function Rows({ label, empty, rows, who, onRemove }: { label: string; empty: string; rows: readonly Deputy[]; who(d: Deputy): PersonRef; onRemove?(d: Deputy): void }) {
  const { product } = useProductContext();
  return (
    <Stack component="section" gap="xs" aria-label={label}>
      <Title order={2} size="h4">
        {label}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={420} type="native" className="card stacked" tabIndex={0} role="group" aria-label={label}>
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("name")}</Table.Th>
                <Table.Th>{t("first-day")}</Table.Th>
                <Table.Th>{t("last-day")}</Table.Th>
                {onRemove ? (
                  <Table.Th w={60}>
                    <span className="skip">{t("remove")}</span>
                  </Table.Th>
                ) : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((d) => (
                <Table.Tr key={d.id}>
                  <Table.Td>
                    <bdi>{who(d).name ?? t("someone")}</bdi>
                  </Table.Td>
                  <Table.Td data-label={t("first-day")}>{formatDate(d.from, product)}</Table.Td>
                  <Table.Td data-label={t("last-day")}>{formatDate(d.to, product)}</Table.Td>
                  {onRemove ? (
                    <Table.Td>
                      <ActionIcon variant="subtle" color="red" aria-label={t("remove-d", { d: who(d).name ?? t("the-deputy") })} onClick={() => onRemove(d)}>
                        <IconTrash size={17} />
                      </ActionIcon>
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
