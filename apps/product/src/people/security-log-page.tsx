/** The Owner's Security log: what happened to accounts, permissions and data. */
import { Anchor, Button, Group, Select, Table, Text, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceName } from "../account/device-name.ts";
import { asProblem, request } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { downloadLink } from "../problem/download-link.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { RealTimes } from "../rehearsal/real-times.tsx";
import { t } from "../texts/texts.ts";
import { securityDetail } from "./security-detail.ts";

interface Somebody {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly what: string;
  readonly person: Somebody | null;
  readonly by: Somebody | null;
  readonly source: string;
  readonly device: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface LogPage {
  readonly items: readonly Entry[];
  readonly next: string | null;
  readonly events: readonly { readonly event: string; readonly what: string }[];
}

const address = "/api/-/security-log";

export function SecurityLogPage() {
  const [filter, setFilter] = useState({ event: "", from: "", to: "" });
  const parameters = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();
  const log = useInfiniteQuery({
    queryKey: ["security log", parameters],
    queryFn: ({ pageParam }) => request<LogPage>(`${address}?${parameters}${pageParam ? `&after=${pageParam}` : ""}`),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
  const entries = log.data?.pages.flatMap(({ items }) => items) ?? [];
  const set = (key: keyof typeof filter) => (value: string | null) => setFilter((now) => ({ ...now, [key]: value ?? "" }));
  return (
    <>
      <Heading title={t("security-log")} screen={null}>
        <Group gap="xs">
          {(["csv", "json"] as const).map((format) => (
            <Button
              key={format}
              component="a"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              {...downloadLink(`${address}/export?${parameters}&format=${format}`, t("security-log"))}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </Group>
      </Heading>
      <RealTimes />
      <Group my="md" align="end">
        <Select
          label={t("event")}
          placeholder={t("all-events")}
          clearable
          searchable
          data={(log.data?.pages[0]?.events ?? []).map(({ event, what }) => ({ value: event, label: what }))}
          value={filter.event || null}
          onChange={set("event")}
          clearButtonProps={{ "aria-label": t("show-all-events") }}
          w={{ base: "100%", xs: 280 }}
        />
        <TextInput label={t("from")} type="date" value={filter.from} onChange={(e) => set("from")(e.currentTarget.value)} />
        <TextInput label={t("before")} type="date" value={filter.to} onChange={(e) => set("to")(e.currentTarget.value)} />
      </Group>
      {log.error ? <Refusal problem={asProblem(log.error)} /> : null}
      <LogTable entries={entries} />
      {log.isSuccess && entries.length === 0 ? (
        <Text c="dimmed" mt="sm">
          {t("no-events")}
        </Text>
      ) : null}
      {log.hasNextPage ? (
        <Anchor component="button" mt="md" underline="always" onClick={() => void log.fetchNextPage()}>
          {t("show-earlier-events")}
        </Anchor>
      ) : null}
    </>
  );
}

function LogTable({ entries }: { entries: readonly Entry[] }) {
  const { product } = useProductContext();
  return (
    <Table.ScrollContainer minWidth={860} type="native" className="card stacked" tabIndex={0} role="region" aria-label={t("events")}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("when")}</Table.Th>
            <Table.Th>{t("event")}</Table.Th>
            <Table.Th>{t("person")}</Table.Th>
            <Table.Th>{t("by")}</Table.Th>
            <Table.Th>{t("ip-address")}</Table.Th>
            <Table.Th>{t("details")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td data-label={t("when")} style={{ whiteSpace: "nowrap" }}>
                {formatInstant(entry.at, product)}
              </Table.Td>
              <Table.Td data-label={t("event")}>{entry.what}</Table.Td>
              <Table.Td data-label={t("person")}>
                <Somebody who={entry.person} />
              </Table.Td>
              <Table.Td data-label={t("by")}>{entry.by && entry.by.id !== entry.person?.id ? <Somebody who={entry.by} /> : null}</Table.Td>
              <Table.Td data-label={t("ip-address")}>
                <div>
                  {entry.source}
                  {entry.device ? (
                    <Text size="xs" c="dimmed" title={entry.device} style={{ whiteSpace: "nowrap" }}>
                      <bdi>{deviceName(entry.device)}</bdi>
                    </Text>
                  ) : null}
                </div>
              </Table.Td>
              <Table.Td data-label={t("details")}>
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  <bdi>{securityDetail(entry.detail, product)}</bdi>
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Somebody({ who }: { who: Somebody | null }) {
  if (!who) return null;
  return (
    <Text size="sm" title={who.email ?? ""}>
      <bdi>{who.name ?? who.email ?? t("erased-person")}</bdi>
    </Text>
  );
}
