/** The Document page: the specification's text, its explanation, open items, diagnostics and defaults. */
import { Alert, Badge, Group, List, Loader, SimpleGrid, Stack, Tabs, Text, Title } from "@mantine/core";
import type { DocumentData } from "@nonet/api";
import { blockingError, useDocument } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { LineLink } from "../context/source-link.tsx";
import { useHash } from "../navigation/location.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { PendingVersion } from "./pending-version.tsx";
import { SourceText } from "./source-text.tsx";
import { useState, useEffect } from "react";
import { pointSummary, pointTitle } from "../texts/point-text.ts";
import { t } from "../texts/texts.ts";

export function DocumentPage() {
  const document = useDocument();
  const hash = useHash();
  // The line or default in the address selects the tab, until the user selects another.
  const [chosen, setChosen] = useState<{ readonly tab: string | null; readonly at: string } | null>(null);
  const tab = chosen?.at === hash ? chosen.tab : hash.startsWith("#default-") ? "defaults" : "text";
  useEffect(() => {
    if (hash.startsWith("#default-")) setTimeout(() => globalThis.document.querySelector(hash)?.scrollIntoView({ block: "center" }), 60);
  }, [hash, tab, document.data]);
  if (blockingError(document)) return <Refusal problem={asProblem(document.error)} />;
  if (!document.data) return <Loader aria-label={t("loading-2")} />;
  const data = document.data;
  return (
    <>
      <Heading title={t("document")} screen={null} />
      <Text c="dimmed" mb="md">
        <bdi>{data.title}</bdi>
        {t("document-counts", { enforced: data.counts.enforced, elements: data.counts.elements, open: data.open.length })}
      </Text>
      {data.current ? <PendingVersion /> : <StaleBanner data={data} />}
      <Points data={data} />
      <Tabs value={tab} onChange={(next) => setChosen({ tab: next, at: hash })} keepMounted={false} mt="lg">
        <Tabs.List mb="md">
          <Tabs.Tab value="text">{t("text")}</Tabs.Tab>
          <Tabs.Tab value="sentences">{t("sentences-sentences", { sentences: data.sentences.length })}</Tabs.Tab>
          <Tabs.Tab value="open">{t("open-open", { open: data.open.length })}</Tabs.Tab>
          <Tabs.Tab value="defaults">{t("defaults-defaults", { defaults: data.defaults.length })}</Tabs.Tab>
        </Tabs.List>
        {tab === "sentences" || tab === "defaults" ? <EnglishNote /> : null}
        <Tabs.Panel value="text">
          <SourceText data={data} target={hash} />
        </Tabs.Panel>
        <Tabs.Panel value="sentences">
          <Sentences data={data} />
        </Tabs.Panel>
        <Tabs.Panel value="open">
          <OpenThings data={data} />
        </Tabs.Panel>
        <Tabs.Panel value="defaults">
          <Defaults data={data} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** What explains the document is in English, as the document's own words are. */
const EnglishNote = () =>
  globalThis.document.documentElement.lang.startsWith("en") ? null : (
    <Text size="sm" c="dimmed" mb="xs">
      {t("document-sentences-are-in-english")}
    </Text>
  );

function StaleBanner({ data }: { data: DocumentData }) {
  const errors = data.diagnostics.filter((d) => d.severity === "error");
  return (
    <Alert role="alert" color="red" variant="light" mb="lg" title={t("the-latest-version-of-the-document-has")} styles={{ message: { color: "var(--mantine-color-text)" } }}>
      <List size="sm">
        {errors.slice(0, 12).map((d, i) => (
          <List.Item key={i}>
            {d.message} <LineLink at={d} of={d.code} />
            {d.hint ? (
              <Text size="sm" c="dimmed">
                {d.hint}
              </Text>
            ) : null}
          </List.Item>
        ))}
      </List>
      {errors.length > 12 ? <Text size="sm">{t("errors-more-errors-are-shown-at-their", { errors: errors.length - 12 })}</Text> : null}
    </Alert>
  );
}

function Points({ data }: { data: DocumentData }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" component="section" aria-label={t("the-nine-points")}>
      {data.points.map((p) => (
        <div key={p.number} className="card" style={{ padding: "10px 14px" }}>
          <Group justify="space-between" wrap="nowrap" align="start" mb={4}>
            <Text size="sm" fw={600}>
              {p.number}. {pointTitle(p.number)}
            </Text>
            <Badge variant={p.state === "written" ? "filled" : "default"} tt="none" style={{ flexShrink: 0 }}>
              {p.state === "written" ? t("written") : p.state === "none" ? t("none") : t("not-shown")}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {pointSummary(p.number)}
          </Text>
          <LineLink at={p} of={t("point-number", { number: p.number })} />
        </div>
      ))}
    </SimpleGrid>
  );
}

const Sentences = ({ data }: { data: DocumentData }) => (
  <Stack className="card" p="lg" gap="sm">
    {data.sentences.length === 0 ? <Text c="dimmed">{t("each-statement-of-the-document-will-appear")}</Text> : null}
    {data.sentences.map((s, i) => (
      <div key={i}>
        <Text size="sm" dir="auto" lang="en">
          {s.sentence} <LineLink at={s} of={s.what} />
        </Text>
      </div>
    ))}
  </Stack>
);

const OpenThings = ({ data }: { data: DocumentData }) => (
  <Stack className="card" p="lg" gap="md">
    {data.open.length === 0 ? <Text c="dimmed">{t("nothing-is-open")}</Text> : null}
    {data.open.map((o, i) => (
      <section key={i}>
        <Title order={2} size="h5">
          {t("what-is-not-shown", { what: o.what })} <LineLink at={o} of={o.what} />
        </Title>
        {o.affects.length > 0 ? (
          <>
            <Text size="sm" c="dimmed">
              {t("it-affects")}
            </Text>
            <List size="sm" mt={4}>
              {o.affects.map((a, j) => (
                <List.Item key={j}>
                  {a.what} <LineLink at={a} of={a.what} />
                </List.Item>
              ))}
            </List>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t("nothing-else-depends-on-it")}
          </Text>
        )}
      </section>
    ))}
  </Stack>
);

const Defaults = ({ data }: { data: DocumentData }) => (
  <Stack className="card" p="lg" gap="xs">
    <Text size="sm" c="dimmed">
      {t("what-the-product-does-if-the-document")}
    </Text>
    {data.defaults.map((d) => (
      <Text key={d.number} id={`default-${d.number}`} size="sm">
        <b>{t("default-number-2", { number: d.number })}</b> <bdi lang="en">{d.text}</bdi>
      </Text>
    ))}
  </Stack>
);
