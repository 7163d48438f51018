/** The Document page: the specification's text, its explanation, open items, diagnostics and defaults. */
import { Alert, Badge, Group, List, Loader, SimpleGrid, Stack, Tabs, Text, Title } from "@mantine/core";
import type { DocumentData } from "@nonet/api";
import { blockingError, useDocument } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { LineLink } from "../context/source-link.tsx";
import { useHash } from "../navigation/location.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { SourceText } from "./source-text.tsx";
import { useState, useEffect } from "react";

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
  if (!document.data) return <Loader aria-label="Loading" />;
  const data = document.data;
  return (
    <>
      <Heading title="Document" screen={null} />
      <Text c="dimmed" mb="md">
        <bdi>{data.title}</bdi>: {data.counts.enforced} of {data.counts.elements} recognized statements are enforced; {data.open.length}{" "}
        {data.open.length === 1 ? "item is" : "items are"} open.
      </Text>
      {data.current ? null : <StaleBanner data={data} />}
      <Points data={data} />
      <Tabs value={tab} onChange={(next) => setChosen({ tab: next, at: hash })} keepMounted={false} mt="lg">
        <Tabs.List mb="md">
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="sentences">Sentences ({data.sentences.length})</Tabs.Tab>
          <Tabs.Tab value="open">Open ({data.open.length})</Tabs.Tab>
          <Tabs.Tab value="defaults">Defaults ({data.defaults.length})</Tabs.Tab>
        </Tabs.List>
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

function StaleBanner({ data }: { data: DocumentData }) {
  const errors = data.diagnostics.filter((d) => d.severity === "error");
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="lg"
      title="The latest version of the document has errors. The last good version keeps running."
      styles={{ message: { color: "var(--mantine-color-text)" } }}
    >
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
      {errors.length > 12 ? <Text size="sm">{errors.length - 12} more errors are shown at their lines below.</Text> : null}
    </Alert>
  );
}

function Points({ data }: { data: DocumentData }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" component="section" aria-label="The nine points">
      {data.points.map((p) => (
        <div key={p.number} className="card" style={{ padding: "10px 14px" }}>
          <Group justify="space-between" wrap="nowrap" align="start" mb={4}>
            <Text size="sm" fw={600}>
              {p.number}. {p.title}
            </Text>
            <Badge variant={p.state === "written" ? "filled" : "default"} tt="none" style={{ flexShrink: 0 }}>
              {p.state === "missing" ? "not shown" : p.state}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {p.brings}
          </Text>
          <LineLink at={p} of={`Point ${p.number}`} />
        </div>
      ))}
    </SimpleGrid>
  );
}

const Sentences = ({ data }: { data: DocumentData }) => (
  <Stack className="card" p="lg" gap="sm">
    {data.sentences.length === 0 ? <Text c="dimmed">Each statement of the document will appear here as one sentence.</Text> : null}
    {data.sentences.map((s, i) => (
      <div key={i}>
        <Text size="sm" dir="auto">
          {s.sentence} <LineLink at={s} of={s.what} />
        </Text>
      </div>
    ))}
  </Stack>
);

const OpenThings = ({ data }: { data: DocumentData }) => (
  <Stack className="card" p="lg" gap="md">
    {data.open.length === 0 ? <Text c="dimmed">Nothing is open.</Text> : null}
    {data.open.map((o, i) => (
      <section key={i}>
        <Title order={2} size="h5">
          {o.what} is not shown <LineLink at={o} of={o.what} />
        </Title>
        {o.affects.length > 0 ? (
          <>
            <Text size="sm" c="dimmed">
              It affects:
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
            Nothing else depends on it.
          </Text>
        )}
      </section>
    ))}
  </Stack>
);

const Defaults = ({ data }: { data: DocumentData }) => (
  <Stack className="card" p="lg" gap="xs">
    <Text size="sm" c="dimmed">
      What the product does if the document doesn't say otherwise.
    </Text>
    {data.defaults.map((d) => (
      <Text key={d.number} id={`default-${d.number}`} size="sm">
        <b>Default {d.number}.</b> {d.text}
      </Text>
    ))}
  </Stack>
);
