/** The document's text with line numbers: enforced text upright, prose in italics, diagnostics and open items at their lines. */
import { Alert, Group, Text } from "@mantine/core";
import { useEffect } from "react";
import type { DocumentData } from "@nonet/api";
import { lineAnchor } from "../context/source-link.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";

export function SourceText({ data, target }: { data: DocumentData; target: string }) {
  useEffect(() => {
    if (!/^#(F\d+)?L\d+$/.test(target)) return;
    const line = document.getElementById(target.slice(1));
    line?.scrollIntoView({ block: "center" });
    line?.querySelector("a")?.focus({ preventScroll: true });
  }, [target, data]);
  return (
    <>
      <Group gap="lg" mb="xs">
        <Text size="sm" className="source-text">
          <b>{t("upright-understood-and-enforced")}</b>
        </Text>
        <Text size="sm" className="source-text">
          {t("italic-prose")}
        </Text>
      </Group>
      {data.files.map((f, i) => (
        <section key={f.name} className="card source" style={{ padding: "12px 0", marginBottom: 16 }} aria-label={f.name}>
          {data.files.length > 1 ? (
            <Text fw={600} px="md" mb="xs">
              {f.name}
            </Text>
          ) : null}
          <Lines data={data} file={i} text={f.text} target={target} />
        </section>
      ))}
    </>
  );
}

function Lines({ data, file, text, target }: { data: DocumentData; file: number; text: string; target: string }) {
  const ranges = data.enforced.filter((r) => r.file === file).sort((a, b) => a.from - b.from);
  let offset = 0;
  return text.split("\n").map((line, i) => {
    const number = i + 1;
    const start = offset;
    offset += line.length + 1;
    const id = lineAnchor({ line: number, file });
    return (
      <div key={number}>
        <div className="source-line" id={id} data-target={target === `#${id}` || undefined}>
          <a className="source-number" href={`#${id}`} aria-label={t("line-number", { number })}>
            {number}
          </a>
          <span className="source-text" dir="auto">
            {line.startsWith("#") ? <b className="heading">{line}</b> : marked(line, start, ranges)}
          </span>
        </div>
        <Marks data={data} file={file} line={number} />
      </div>
    );
  });
}

function marked(line: string, start: number, ranges: DocumentData["enforced"]): React.ReactNode {
  if (line === "") return "\u00a0";
  const pieces: React.ReactNode[] = [];
  let at = 0;
  for (const r of ranges) {
    if (r.to <= start + at || r.from >= start + line.length) continue;
    const from = Math.max(at, r.from - start);
    const to = Math.min(line.length, r.to - start);
    if (to <= from) continue;
    if (from > at) pieces.push(line.slice(at, from));
    pieces.push(<b key={from}>{line.slice(from, to)}</b>);
    at = to;
  }
  pieces.push(line.slice(at));
  return pieces;
}

const severities = { error: t("severity-error"), warning: t("severity-warning"), hint: t("severity-hint") } as const;
const colours = { error: "red", warning: "yellow", hint: "blue" } as const;

function Marks({ data, file, line }: { data: DocumentData; file: number; line: number }) {
  const diagnostics = data.diagnostics.filter((d) => d.file === file && d.line === line);
  const open = data.open.filter((o) => o.file === file && o.line === line);
  const names = data.files.map((f) => f.name);
  const style = { message: { color: "var(--mantine-color-text)" } };
  return (
    <>
      {diagnostics.map((d, i) => (
        <Alert key={i} color={colours[d.severity]} variant="light" py={6} my={4} mx="md" styles={style}>
          <Text size="sm">
            <b>{severities[d.severity]}</b> ({d.code}): {d.message}
            {d.hint ? ` ${d.hint}` : ""}
          </Text>
        </Alert>
      ))}
      {open.map((o, i) => (
        <Alert key={i} color="gray" variant="light" py={6} my={4} mx="md" styles={style}>
          <Text size="sm">
            <b>{t("not-shown-2")}</b> {o.what}.
            {o.affects.length > 0 ? ` ${t("affects-affects", { affects: o.affects.map((a) => a.what + (a.line ? ` (${placeText(names, a)})` : "")).join("; ") })}` : ""}
          </Text>
        </Alert>
      ))}
    </>
  );
}
