/** Actions for the selected rows, and the rows for which an action failed. */
import { Alert, Button, CloseButton, Group, List, Text } from "@mantine/core";
import { useState } from "react";
import type { EntityData, ListData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import type { ProblemError } from "../api/request.ts";
import { useRunAction } from "../form/action-runner.tsx";
import { recordName } from "../format/record-name.ts";
import { ErrorText } from "../problem/problem-alert.tsx";

interface Failed {
  readonly name: string;
  readonly why: ProblemError;
}

export function BatchBar({ entity, list, rows, onDone }: { entity: EntityData; list: ListData; rows: readonly Row[]; onDone(): void }) {
  const run = useRunAction();
  const [failed, setFailed] = useState<{ action: string; records: readonly Failed[] } | null>(null);
  const actions = entity.actions.filter((a) => list.actions.includes(a.name));
  const name = rows.length === 1 ? recordName(rows[0]!, entity.titleKey, entity.name) : `${rows.length} ${entity.plural.toLowerCase()}`;
  const names = new Map(rows.map((r) => [r.id, recordName(r, entity.titleKey, entity.name)]));
  const start = (action: (typeof actions)[number]) => {
    setFailed(null);
    run({
      entity,
      action,
      ids: rows.map((r) => r.id),
      name,
      onDone,
      onResults: (results) => setFailed({ action: action.name, records: results.map((r) => ({ name: names.get(r.id) ?? entity.name, why: r.why })) }),
    });
  };
  return (
    <>
      {failed ? (
        <Alert
          role="alert"
          color="red"
          variant="light"
          mb="sm"
          title={
            <Group justify="space-between" wrap="nowrap">
              {failed.action}: {failed.records.length} failed
              <CloseButton size="sm" aria-label="Close" onClick={() => setFailed(null)} />
            </Group>
          }
          styles={{ title: { display: "block" }, label: { display: "block" }, message: { color: "var(--mantine-color-text)" } }}
        >
          <List size="sm" spacing={2}>
            {failed.records.map((r, i) => (
              <List.Item key={i}>
                <bdi>{r.name}</bdi>: <ErrorText error={r.why} />
              </List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      {rows.length > 0 ? (
        <Group className="card" p="xs" px="md" mb="sm" gap="sm" role="group" aria-label="Actions for selected records">
          <Text size="sm" fw={600}>
            {rows.length} selected
          </Text>
          {actions.map((a) => (
            <Button key={a.name} size="xs" variant="default" onClick={() => start(a)}>
              {a.name}
            </Button>
          ))}
          <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
            Clear selection
          </Button>
        </Group>
      ) : null}
    </>
  );
}
