/** Who changed what, when and by which action, latest first. */
import { Loader, Text, Timeline } from "@mantine/core";
import type { ReactNode } from "react";
import type { EntityData } from "@nonet/screens";
import { blockingError, type HistoryEntry, type Row, useHistory } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { isEmpty } from "../format/value-text.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { HistoryChange } from "./history-change.tsx";
import { historyTitle, isAutomatic } from "./history-title.ts";
import { t } from "../texts/texts.ts";

/** So many first values of a new record stand below its entry; more open there. */
const mostFirstValues = 3;

/** `row`: the record as it is now, which may hold the currency of an amount. */
export function History({ entity, row }: { entity: EntityData; row: Row }) {
  const { product } = useProductContext();
  const entries = useHistory(entity.path, row.id);
  if (blockingError(entries)) return <Refusal problem={asProblem(entries.error)} />;
  if (!entries.data) return <Loader aria-label={t("loading-2")} />;
  if (entries.data.length === 0) return <Text c="dimmed">{t("there-are-no-changes-that-you-can")}</Text>;
  // The server sends the latest first, in the order in which they happened where the moment is the same.
  const list = entries.data;
  const fieldOf = (key: string) => entity.fields.find((f) => f.key === key || f.name === key);
  return (
    <div className="card" style={{ padding: 24 }}>
      <Timeline bulletSize={14} lineWidth={2}>
        {list.map((e, i) => (
          <Timeline.Item key={i} title={<bdi>{historyTitle(e.action)}</bdi>}>
            <Text size="sm" c="dimmed">
              {isAutomatic(e.action) && (e.by || e.bySomebody) ? `${t("after-a-change-by")} ` : ""}
              <bdi>{e.by?.name ?? (e.bySomebody ? (isAutomatic(e.action) ? t("someone-inside") : t("someone")) : t("the-product"))}</bdi>
              {e.inPlaceOf?.name ? (
                <>
                  {" "}
                  {t("on-behalf-of")} <bdi>{e.inPlaceOf.name}</bdi>
                </>
              ) : null}{" "}
              · {formatInstant(e.at, product)}
            </Text>
            <FirstValues count={hasMade(e) ? inOrder(e, entity).length : 0}>
              {inOrder(e, entity).map((change) => (
                <HistoryChange key={change.field} change={change} field={fieldOf(change.field)} isNew={hasMade(e)} row={{ ...row, ...valuesIn(e), _notShown: undefined }} />
              ))}
            </FirstValues>
          </Timeline.Item>
        ))}
      </Timeline>
    </div>
  );
}

/** Folds what would repeat the whole record. */
const FirstValues = ({ count, children }: { count: number; children: ReactNode }) =>
  count <= mostFirstValues ? (
    children
  ) : (
    <Text size="sm" component="details">
      <summary>{t("history-first-values", { count })}</summary>
      {children}
    </Text>
  );

/** What the entry set, such as the currency of its amounts. */
const valuesIn = ({ changes }: HistoryEntry): Readonly<Record<string, unknown>> =>
  Object.fromEntries(changes.flatMap(({ field, before, after }) => (isEmpty(after) && isEmpty(before) ? [] : [[field, isEmpty(after) ? before : after]])));

/** Whether the entry is that of the record's making: by `create`, or by an action that gave it its first state. */
const hasMade = ({ action, changes }: HistoryEntry): boolean => action === "create" || changes.some(({ field, before }) => field === "state" && isEmpty(before));

/** In the order of the entity's fields, after the state. In a new record, a field that was left empty is no change, nor is what is computed. */
function inOrder(entry: HistoryEntry, { fields }: EntityData): HistoryEntry["changes"] {
  const place = ({ field }: HistoryEntry["changes"][number]): number => fields.findIndex(({ key, name }) => key === field || name === field);
  const { changes } = entry;
  const shown = hasMade(entry) ? changes.filter((change) => change.secret || (!isEmpty(change.after) && fields[place(change)]?.computed !== true)) : changes;
  return shown.toSorted((a, b) => place(a) - place(b));
}
