/** Imports a file after a preview. If one row has an error, no row is imported. */
import { Alert, Button, FileInput, Group, Modal, NativeSelect, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { EntityData, ListData } from "@nonet/screens";
import { refreshRecords } from "../api/queries.ts";
import { asProblem, errorsOf, request, type Problem } from "../api/request.ts";
import { SourceLink } from "../context/source-link.tsx";
import { ErrorText, isWarning } from "../problem/problem-alert.tsx";
import { enumeration, t } from "../texts/texts.ts";

interface Counts {
  readonly created: number;
  readonly updated: number;
}

export function ImportDialog({ list, entity, onClose }: { list: ListData; entity: EntityData; onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title={t("import-plural", { plural: entity.plural })} size="xl">
      <ImportForm list={list} entity={entity} onDone={onClose} />
    </Modal>
  );
}

function ImportForm({ list, entity, onDone }: { list: ListData; entity: EntityData; onDone(): void }) {
  const state = useImport(list, entity, onDone);
  const { file, match, preview, problem, busy } = state;
  const warnings = problem && isWarning(problem) ? problem.confirm : undefined;
  return (
    <Stack>
      <FieldNames list={list} />
      {list.importMatch.length > 0 ? (
        <NativeSelect
          label={t("existing-records")}
          data-autofocus
          value={match}
          onChange={(e) => state.choose(file, e.currentTarget.value)}
          data={[
            { value: "", label: t("create-a-record-for-every-row") },
            ...list.importMatch.map((m) => ({ value: m.keys.join(","), label: t("update-the-record-with-the-same-m", { m: m.label }) })),
          ]}
        />
      ) : null}
      <FileInput
        label={t("file-import", { import: enumeration(list.import, "disjunction") })}
        accept={list.import.map((f) => `.${f}`).join(",")}
        value={file}
        onChange={(chosen) => state.choose(chosen, match)}
        placeholder={t("choose-a-file")}
        data-autofocus
        clearable
        clearButtonProps={{ "aria-label": t("remove-the-file") }}
      />
      {preview ? (
        <Alert color="product" variant="light" role="status">
          {t("preview-nothing-is-saved-yet", { preview: countsText(preview, true) })}
        </Alert>
      ) : null}
      {problem ? <ProblemLines problem={problem} /> : null}
      <Group justify="space-between">
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button loading={busy} disabled={!warnings && !preview} onClick={() => state.run(warnings)}>
          {warnings ? t("import-anyway") : t("import")}
        </Button>
      </Group>
    </Stack>
  );
}

const FieldNames = ({ list }: { list: ListData }) => (
  <Text size="sm">
    {t("put-the-field-names-in-the-first")}{" "}
    {list.importKeys.map((k, i) => (
      <span key={k.key}>
        {i > 0 ? ", " : ""}
        <bdi>{k.label}</bdi>
        {k.required ? " *" : ""}
      </span>
    ))}
    {t("fields-with-are-required-either-all-rows")}
  </Text>
);

/** The file, its dry run, and the import itself. */
function useImport(list: ListData, entity: EntityData, onDone: () => void) {
  const [file, setFile] = useState<File | null>(null);
  const [match, setMatch] = useState("");
  const [preview, setPreview] = useState<Counts | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (chosen: File, by: string, options: { readonly dryRun?: true; readonly confirm?: readonly string[] | undefined }): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const query = new URLSearchParams({
      ...(list.screen ? { screen: list.screen } : {}),
      ...(by ? { match: by } : {}),
      ...(options.dryRun ? { dryRun: "true" } : {}),
      ...(options.confirm ? { confirm: options.confirm.join(",") } : {}),
    });
    const body = new FormData();
    body.append("file", chosen);
    try {
      const counts = await request<Counts>(`/api/${entity.path}/import?${query}`, { method: "POST", body });
      if (options.dryRun) setPreview(counts);
      else {
        notifications.show({ message: `${countsText(counts)}.`, color: "product" });
        void refreshRecords();
        onDone();
      }
    } catch (e) {
      setPreview(null);
      setProblem(asProblem(e));
    }
    setBusy(false);
  };
  return {
    file,
    match,
    preview,
    problem,
    busy,
    /** Checks the file without saving anything. */
    choose(chosen: File | null, by: string): void {
      setFile(chosen);
      setMatch(by);
      setPreview(null);
      setProblem(null);
      const wrong = chosen && wrongKind(chosen, list.import);
      if (wrong) setProblem(wrong);
      else if (chosen) void send(chosen, by, { dryRun: true });
    },
    run: (confirm?: readonly string[]): void => void (file && send(file, match, { confirm })),
  };
}

/** A file chooser only suggests kinds: any file can be chosen, or dropped. */
function wrongKind({ name }: File, kinds: readonly string[]): Problem | null {
  if (kinds.some((kind) => name.toLowerCase().endsWith(`.${kind}`))) return null;
  const detail = t("file-isnt-a-kinds-file", {
    file: name,
    kinds: enumeration(
      kinds.map((kind) => kind.toUpperCase()),
      "disjunction",
    ),
  });
  return { title: detail, status: 0, code: "media-type", detail, errors: [] };
}

const countsText = ({ created, updated }: Counts, preview = false): string =>
  [
    ...(created > 0 || updated === 0 ? [preview ? t("would-be-created", { count: created }) : t("created-count", { count: created })] : []),
    ...(updated > 0 ? [preview ? t("would-be-updated", { count: updated }) : t("updated-count", { count: updated })] : []),
  ].join(", ");

const maxRows = 200;

function ProblemLines({ problem }: { problem: Problem }) {
  const errors = errorsOf(problem);
  const lines = errors.filter((e) => e.row !== undefined);
  if (lines.length === 0)
    return (
      <Alert role="alert" color="red" variant="light">
        {errors.map((e, i) => (
          <div key={i}>
            <ErrorText error={e} />
          </div>
        ))}
      </Alert>
    );
  const count = new Set(lines.map((e) => e.row)).size;
  return (
    <div role="alert">
      <Text fw={600} size="sm" mb={6}>
        {isWarning(problem) ? t("rows-have-warnings", { count }) : t("rows-cant-be-imported", { count })}
      </Text>
      <Table.ScrollContainer minWidth={420} mah={320} tabIndex={0} role="region" aria-label={t("errors-by-row")}>
        <Table aria-label={t("errors-by-row")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("row")}</Table.Th>
              <Table.Th>{t("field")}</Table.Th>
              <Table.Th>{t("error")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.slice(0, maxRows).map((e, i) => (
              <Table.Tr key={i}>
                <Table.Td>{e.row}</Table.Td>
                <Table.Td>
                  <bdi>{e.field ?? "–"}</bdi>
                </Table.Td>
                <Table.Td>
                  <bdi>{e.detail}</bdi> {e.line ? <SourceLink at={e} of={e.rule ?? e.code} /> : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {lines.length > maxRows ? (
        <Text size="sm" c="dimmed">
          {t("lines-more-errors-arent-shown", { lines: lines.length - maxRows })}
        </Text>
      ) : null}
    </div>
  );
}
