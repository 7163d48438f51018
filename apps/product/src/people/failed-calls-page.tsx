/** The Owner's page of failed emails and calls: why they failed, and buttons to send them again or discard them. */
import { Button, Group, Stack, Table, Text } from "@mantine/core";
import type { SourceLocation } from "@nonet/model";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "../api/queries.ts";
import { asProblem, request, type Problem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { SourceLink } from "../context/source-link.tsx";
import { formatInstant } from "../format/format.ts";
import { recordAddress } from "../format/record-address.ts";
import { TextLink } from "../navigation/text-link.tsx";
import { ProblemAlert, Refusal } from "../problem/problem-alert.tsx";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

interface Failed extends SourceLocation {
  readonly id: string;
  readonly call: string;
  readonly kind: "mail" | "call" | "schedule";
  readonly to: string | null;
  readonly subject: string | null;
  readonly record: { readonly entity: string; readonly id: string; readonly shownAs: string | null } | null;
  readonly failedAt: string;
  readonly attempts: number;
  readonly why: string;
}

const address = "/api/outbox/failed";

export function FailedCallsPage() {
  const failed = useQuery({ queryKey: ["failed calls"], queryFn: () => request<{ items: readonly Failed[]; count: number }>(address) });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const decide = async (entries: Failed | "all", what: "retry" | "drop") => {
    setProblem(null);
    setBusy(true);
    try {
      if (entries === "all") await request(`${address}/${what}`, { method: "POST", body: {} });
      else await request(`${address}/${entries.id}/${what}`, { method: "POST", body: {} });
    } catch (e) {
      setProblem(asProblem(e));
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: ["failed calls"] });
  };
  const items = failed.data?.items ?? [];
  return (
    <Stack>
      <Heading title={t("failed-calls")} screen={null}>
        {items.length > 1 ? (
          <Button variant="default" loading={busy} onClick={() => void decide("all", "retry")}>
            {t("send-all-again")}
          </Button>
        ) : null}
      </Heading>
      {problem ? <ProblemAlert problem={problem} /> : null}
      {failed.error ? <Refusal problem={asProblem(failed.error)} /> : null}
      {failed.data && items.length === 0 ? <Text c="dimmed">{t("no-failed-calls-emails-and-calls-that")}</Text> : null}
      {items.length > 0 ? (
        <Table.ScrollContainer minWidth={760} type="native" className="card stacked" tabIndex={0} role="region" aria-label={t("failed-calls")}>
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("call")}</Table.Th>
                <Table.Th>{t("to")}</Table.Th>
                <Table.Th>{t("about")}</Table.Th>
                <Table.Th>{t("reason")}</Table.Th>
                <Table.Th>{t("failed-at")}</Table.Th>
                <Table.Th w={210}>
                  <span className="skip">{t("actions")}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((f) => (
                <FailedCallRow key={f.id} failed={f} busy={busy} onDecide={(what) => void decide(f, what)} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </Stack>
  );
}

function FailedCallRow({ failed, busy, onDecide }: { failed: Failed; busy: boolean; onDecide(what: "retry" | "drop"): void }) {
  const { product } = useProductContext();
  const to = failed.kind === "call" ? failed.to?.replace(/^[A-Z]+ /, "") : failed.to;
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{failed.call}</bdi>
        <div>
          <SourceLink at={failed} of={failed.call} />
        </div>
      </Table.Td>
      <Table.Td data-label={t("to")} style={{ overflowWrap: "anywhere" }}>
        <bdi>{to ?? "–"}</bdi>
        {failed.subject ? (
          <Text size="xs" c="dimmed" dir="auto">
            {failed.subject}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td data-label={t("about")}>
        <About record={failed.record} />
      </Table.Td>
      <Table.Td data-label={t("reason")}>
        <div>
          {sentence(failed.why)}
          <Text size="xs" c="dimmed">
            {t("attempts", { count: failed.attempts })}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label={t("failed-at")}>{formatInstant(failed.failedAt, product)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" disabled={busy} aria-label={t("send-call-again", { call: failed.call })} onClick={() => onDecide("retry")}>
            {t("send-again")}
          </Button>
          <Button size="xs" variant="subtle" color="red" disabled={busy} aria-label={t("discard-call", { call: failed.call })} onClick={() => onDecide("drop")}>
            {t("discard")}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** The record, as far as the Owner may read it. */
function About({ record }: { record: Failed["record"] }) {
  const entity = useEntity(record?.entity ?? "");
  if (record === null) return "–";
  const kind = named(record.entity);
  if (record.shownAs === null)
    return (
      <div>
        {kind}
        <Text size="xs" c="dimmed">
          {t("you-cant-read-this-record")}
        </Text>
      </div>
    );
  const name = <bdi>{record.shownAs === record.id ? kind : record.shownAs}</bdi>;
  const to = recordAddress(entity, record);
  return (
    <div>
      {to === null ? name : <TextLink to={to}>{name}</TextLink>}
      {record.shownAs === record.id ? null : (
        <Text size="xs" c="dimmed">
          {kind}
        </Text>
      )}
    </div>
  );
}

/** A reason may begin with the name of a constant. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
