/** What can be done with the selected records, or with all records of the list, and why it failed for some. */
import { Button, Group, Text, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { ActionData, EntityData, ListData } from "@nonet/screens";
import { listParameters, type ListQuery, type Page, type Row, useListTotals } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { type ActionRequest, useRunAction } from "../form/action-runner.tsx";
import { isEditable } from "../form/edit-cell.tsx";
import type { FormValues } from "../field/field-values.ts";
import { recordName } from "../format/record-name.ts";
import { formatNumber } from "../format/format.ts";
import { valueAt } from "../format/value-at.ts";
import type { Failures } from "./batch-failures.tsx";
import { midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

const BatchFailures = lazy(() => import("./batch-failures.tsx").then((m) => ({ default: m.BatchFailures })));
const BulkEdit = lazy(() => import("./bulk-edit.tsx").then((m) => ({ default: m.BulkEdit })));

interface BatchBarProps {
  readonly entity: EntityData;
  readonly list: ListData;
  readonly selected: ReadonlyMap<string, Row>;
  readonly page: Page | undefined;
  /** The parameters of the whole list. */
  readonly query: ListQuery;
  onSelect(ids: ReadonlySet<string>): void;
}

export function BatchBar({ entity, list, selected, page, query, onSelect }: BatchBarProps) {
  const run = useRunAction();
  const { product } = useProductContext();
  const [failures, setFailures] = useState<Failures | null>(null);
  const [wantsAll, setWantsAll] = useState(false);
  const [editing, setEditing] = useState(false);
  const rows = [...selected.values()];
  // A bounded count doesn't say how many all are.
  const exact = useListTotals({ ...query, sort: [] }, [], page?.atLeast === true && rows.length > 0);
  const count = (page?.atLeast ? exact.data?.count : page?.count) ?? 0;
  const mayAll = !page?.similar && count > rows.length;
  const all = wantsAll && mayAll && rows.length > 0;
  const total = all ? count : rows.length;
  const name = total === 1 ? recordName(rows[0]!, entity.titleKey, entity.name) : `${formatNumber(total, product)} ${midSentence(named(entity.plural))}`;
  const counts = useStateCounts(entity, rows, all ? query : null);
  const perform = (action: ActionData, input?: FormValues) => {
    setFailures(null);
    run(requestOf({ entity, rows, name, filter: all ? listParameters(query) : null }, action, input, { setFailures, onEnd: (ids) => (setWantsAll(false), onSelect(ids)) }));
  };
  return (
    <>
      {failures ? (
        <Suspense>
          <BatchFailures failures={failures} entity={entity} onClose={() => setFailures(null)} />
        </Suspense>
      ) : null}
      {rows.length > 0 ? (
        <Group className="card batch-bar no-print" p="xs" px="md" mt="sm" gap="sm" role="group" aria-label={t("actions-for-selected-records")}>
          <Text size="sm" fw={600}>
            {t("total-selected", { total: formatNumber(total, product) })}
          </Text>
          {mayAll && !all ? (
            <UnstyledButton className="plain-link" fz="sm" onClick={() => setWantsAll(true)}>
              {t("select-all-count", { count: formatNumber(count, product) })}
            </UnstyledButton>
          ) : null}
          <PossibleActions actions={entity.actions.filter((a) => list.actions.includes(a.name))} counts={counts} total={total} onRun={perform} />
          {entity.mayUpdate && (all || rows.some(isEditable)) ? (
            <Button size="xs" variant="default" onClick={() => setEditing(true)}>
              {t("edit-fields")}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              setWantsAll(false);
              onSelect(new Set());
            }}
          >
            {t("clear-selection")}
          </Button>
        </Group>
      ) : null}
      {editing ? (
        <Suspense>
          <BulkEdit entity={entity} name={name} onClose={() => setEditing(false)} onSave={(values) => perform(updateAction(entity), values)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface Chosen {
  readonly entity: EntityData;
  readonly rows: readonly Row[];
  readonly name: string;
  /** The parameters of the list if all of its records are chosen, else null. */
  readonly filter: Readonly<Record<string, string>> | null;
}

interface Afterwards {
  setFailures(failures: Failures): void;
  /** With the ids of those that stay selected: for which the action failed. */
  onEnd(ids: ReadonlySet<string>): void;
}

function requestOf({ entity, rows, name, filter }: Chosen, action: ActionData, input: FormValues | undefined, { setFailures, onEnd }: Afterwards): ActionRequest {
  const names = new Map(rows.map((r) => [r.id, recordName(r, entity.titleKey, entity.name)]));
  let failedIds: readonly string[] = [];
  return {
    entity,
    action,
    ids: filter ? [] : rows.map((r) => r.id),
    ...(filter ? { filter } : {}),
    ...(input ? { input } : {}),
    ...(!filter && rows.length === 1 ? { row: rows[0]! } : {}),
    name,
    onDone: () => onEnd(new Set(failedIds.filter((id) => names.has(id)))),
    onResults: (results, of) => {
      failedIds = results.map((r) => r.id);
      setFailures({ action: action.name, of, records: results.map((r) => ({ name: names.get(r.id) ?? null, why: r.why })) });
    },
  };
}

interface PossibleActionsProps {
  readonly actions: readonly ActionData[];
  readonly counts: ReadonlyMap<string, number> | null;
  readonly total: number;
  onRun(action: ActionData): void;
}

/** The actions that are possible for some of the selected records, as far as their states say. */
function PossibleActions({ actions, counts, total, onRun }: PossibleActionsProps) {
  const { product } = useProductContext();
  return actions.map((action) => {
    const n = possible(action, counts, total);
    return n === 0 ? null : (
      <Button key={action.name} size="xs" variant="default" onClick={() => onRun(action)}>
        {named(action.name)}
        {n !== null && n < total ? ` ${t("n-of-total", { n: formatNumber(n, product), total: formatNumber(total, product) })}` : ""}
      </Button>
    );
  });
}

/** How many of the selected records are in a state from which the action leads; null where that says nothing. */
function possible({ from }: ActionData, counts: ReadonlyMap<string, number> | null, total: number): number | null {
  if (counts === null || from.length === 0) return null;
  return Math.min(
    total,
    from.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
  );
}

/** By state: of the selected rows, or of the whole list. */
function useStateCounts(entity: EntityData, rows: readonly Row[], whole: ListQuery | null): ReadonlyMap<string, number> | null {
  const isSimple = entity.states.length > 0 && entity.stateKeys.every((key) => key === "state");
  const totals = useListTotals({ ...(whole ?? { path: entity.path }), sort: [], group: "state" }, [], whole !== null && isSimple);
  if (whole) return isSimple && totals.data?.groups ? new Map(totals.data.groups.map((g) => [g.label ?? "", g.count])) : null;
  if (entity.states.length === 0) return null;
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const key of new Set(["state", ...entity.stateKeys])) {
      const state = valueAt(row, key);
      if (typeof state === "string") counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  return counts;
}

/** A change of fields, in the form of an action without questions. */
const updateAction = (entity: EntityData): ActionData => ({
  name: t("update"),
  path: "update",
  asks: [],
  from: [],
  to: null,
  furtherFrom: [],
  needs: [],
  stops: false,
  question: null,
  decision: null,
  line: entity.line,
  ...(entity.file === undefined ? {} : { file: entity.file }),
});
