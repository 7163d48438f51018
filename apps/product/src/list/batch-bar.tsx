/** What can be done with the selected rows. */
import { Button, Group, Text } from "@mantine/core";
import type { EntityData, ListData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { useRunAction } from "../form/action-runner.tsx";

export function BatchBar({ entity, list, rows, onDone }: { entity: EntityData; list: ListData; rows: readonly Row[]; onDone(): void }) {
  const run = useRunAction();
  if (rows.length === 0) return null;
  const actions = entity.actions.filter((a) => list.actions.includes(a.name));
  const name = rows.length === 1 ? String(rows[0]!.shownAs ?? entity.name) : `${rows.length} ${entity.plural}`;
  return (
    <Group className="card" p="xs" px="md" mb="sm" gap="sm" role="group" aria-label="Actions on the selected">
      <Text size="sm" fw={600}>{rows.length} selected</Text>
      {actions.map((a) => <Button key={a.name} size="xs" variant="default" onClick={() => run({ entity, action: a, ids: rows.map((r) => r.id), name, onDone })}>{a.name}</Button>)}
      <Button size="xs" variant="subtle" color="gray" onClick={onDone}>Clear</Button>
    </Group>
  );
}
