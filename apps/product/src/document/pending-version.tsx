/** What the saved version of the document would change, while another one runs: for whoever may open the studio. */
import { Alert, Anchor, List, Text, Title } from "@mantine/core";
import type { ImpactLine, StudioData } from "@nonet/api";
import { useQuery } from "@tanstack/react-query";
import { request, send } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { Link } from "../navigation/link.tsx";
import { t } from "../texts/texts.ts";

const kinds = ["stop", "loss", "violation", "loses", "gains", "change"] as const;

const headings: Readonly<Record<(typeof kinds)[number], string>> = {
  stop: t("impact-stop"),
  loss: t("impact-loss"),
  violation: t("impact-violation"),
  loses: t("impact-loses"),
  gains: t("impact-gains"),
  change: t("impact-change"),
};

/** Null if the saved version runs. */
async function readImpact({ signal }: { readonly signal: AbortSignal }): Promise<readonly ImpactLine[] | null> {
  const { version, running, files } = await request<StudioData>("/api/-/studio");
  if (version === running) return null;
  const response = await send("/api/-/studio/impact", { method: "POST", body: { files }, accept: "application/x-ndjson", signal });
  return (await response.text()).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ImpactLine]));
}

export function PendingVersion() {
  const { me, product } = useProductContext();
  const { data: lines } = useQuery({ queryKey: ["pending-version"], queryFn: readImpact, enabled: me.owner || product.rehearsal, retry: false, staleTime: 60_000 });
  if (!lines) return null;
  const shown = kinds.filter((kind) => lines.some((line) => line.kind === kind));
  const end = lines.find((line) => line.kind === "judged");
  const failed = lines.find((line) => line.kind === "failed");
  return (
    <Alert color="blue" variant="light" mb="lg" title={t("a-saved-version-isnt-live-yet")} styles={{ message: { color: "var(--mantine-color-text)" } }}>
      {shown.map((kind) => (
        <section key={kind}>
          <Title order={3} size="sm" mt="xs">
            {headings[kind]}
          </Title>
          <List size="sm" lang="en">
            {lines.map((line, i) => (line.kind === kind ? <ImpactItem key={i} line={line} /> : null))}
          </List>
        </section>
      ))}
      {failed?.kind === "failed" ? <Text size="sm">{failed.text}</Text> : null}
      {shown.length === 0 && !failed ? <Text size="sm">{t("nothing-changes-for-stored-records")}</Text> : null}
      {end?.kind === "judged" ? (
        <Text size="xs" c="dimmed" mt="xs">
          {t("evaluated-on-records", { records: end.records, time: formatInstant(end.at, product) })}
        </Text>
      ) : null}
      <Anchor href="/-/studio" size="sm" mt="xs">
        {t("open-the-studio-to-make-it-live")}
      </Anchor>
    </Alert>
  );
}

function ImpactItem({ line }: { line: ImpactLine }) {
  if (!("text" in line)) return null;
  const records = "records" in line && Array.isArray(line.records) ? line.records : [];
  const count = "count" in line ? line.count : 0;
  return (
    <List.Item>
      {line.text}
      {records.map(({ title, route }, i) => (
        <span key={i}>
          {i === 0 ? " " : ", "}
          <bdi>{route === null ? title : <Link to={route}>{title}</Link>}</bdi>
        </span>
      ))}
      {count > records.length && records.length > 0 ? ` ${t("and-more", { more: count - records.length })}` : null}
    </List.Item>
  );
}
