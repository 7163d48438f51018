/** Emails and calls that weren't sent because the product is in rehearsal. */
import { Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { itemsIn } from "../api/items-in.ts";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { AnswerValue } from "../value/answer-value.tsx";
import { t } from "../texts/texts.ts";

interface Mail {
  readonly at: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}
interface Call {
  readonly at: string;
  readonly call: string;
  readonly method: string;
  readonly address: string;
  readonly body: unknown;
  readonly status: string;
}

export function OutgoingMessages() {
  const { product } = useProductContext();
  const mails = useQuery({ queryKey: ["rehearsal", "mails"], queryFn: async () => itemsIn<Mail>(await request("/rehearsal/mails")), refetchInterval: 3000 });
  const calls = useQuery({ queryKey: ["rehearsal", "calls"], queryFn: async () => itemsIn<Call>(await request("/rehearsal/calls")), refetchInterval: 3000 });
  const newest = <T,>(list: readonly T[] | undefined) => [...(list ?? [])].reverse();
  return (
    <Tabs defaultValue="mails">
      <Tabs.List mb="md">
        <Tabs.Tab value="mails">{t("emails", { count: mails.data?.length ?? 0 })}</Tabs.Tab>
        <Tabs.Tab value="calls">{t("calls", { count: calls.data?.length ?? 0 })}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="mails">
        <Stack>
          {newest(mails.data).map((m, i) => (
            <div key={i} className="card" style={{ padding: 14 }}>
              <Text size="xs" c="dimmed">
                {t("at-to-to", { at: formatInstant(m.at, product), to: m.to })}
              </Text>
              <Text fw={600} dir="auto">
                {m.subject}
              </Text>
              <Text size="sm" dir="auto" style={{ whiteSpace: "pre-wrap" }}>
                {m.body}
              </Text>
            </div>
          ))}
          {mails.data?.length === 0 ? <Text c="dimmed">{t("no-emails-yet-emails-that-the-product")}</Text> : null}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="calls">
        <Stack>
          {newest(calls.data).map((c, i) => (
            <div key={i} className="card" style={{ padding: 14 }}>
              <Text size="xs" c="dimmed">
                {formatInstant(c.at, product)}
                {c.status ? ` · ${c.status}` : ""}
              </Text>
              <Text fw={600}>{c.call}</Text>
              <Text size="sm">
                {c.method} <bdi>{c.address}</bdi>
              </Text>
              {c.body === null || c.body === undefined || c.body === "" ? null : (
                <div style={{ marginTop: 6 }}>
                  <AnswerValue value={c.body} />
                </div>
              )}
            </div>
          ))}
          {calls.data?.length === 0 ? <Text c="dimmed">{t("no-calls-yet-calls-that-the-product")}</Text> : null}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
