/** The columns of a board: states, choices, or the records to which a reference can lead. */
import type { EntityData, ScreenData } from "@nonet/screens";
import { useList, type Row } from "../api/queries.ts";
import { useEntity } from "../context/product-context.tsx";
import { namingKeys, recordName } from "../format/record-name.ts";
import { valueAt } from "../format/value-at.ts";
import { inOrderOfNames } from "./column-order.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export interface BoardColumn {
  /** The value, or the id of the referred record; empty for records without one. */
  readonly key: string;
  readonly label: string;
}

/** Whether the column is of a state in which records end. */
export const isEnded = (body: Extract<ScreenData["body"], { kind: "board" }>, { tones }: EntityData, { key }: BoardColumn): boolean =>
  body.by === "state" && ["done", "stopped"].includes(tones[key] ?? "");

/** The key of the column in which a record stands. */
export function columnOf(row: Row, by: string): string {
  const value = valueAt(row, by);
  return value !== null && typeof value === "object" && "id" in value ? String((value as { readonly id: unknown }).id) : String(value ?? "");
}

/** Referred records that the reader may list, and those that some card refers to; at the end the column of cards without one. */
export function useBoardColumns(body: Extract<ScreenData["body"], { kind: "board" }>, rows: readonly Row[]): readonly BoardColumn[] {
  const entity = useEntity(body.of ?? "");
  const page = useList({ path: entity?.path ?? "", limit: 200, fields: ["shownAs", ...(entity ? namingKeys(entity) : [])] }, body.of !== null && entity !== undefined);
  if (body.of === null) return body.columns.map((column) => ({ key: column, label: named(column) }));
  const columns = new Map((page.data?.items ?? []).map((row) => [row.id, recordName(row, entity?.titleKey ?? null, named(body.of ?? ""))]));
  for (const row of rows) {
    const value = valueAt(row, body.by) as { readonly id?: string; readonly shownAs?: string } | null;
    if (value?.id && !columns.has(value.id)) columns.set(value.id, recordName(value, null, named(body.of)));
  }
  const referred = [...columns].map(([key, label]) => ({ key, label }));
  return [...(body.byName ? inOrderOfNames(referred) : referred), { key: "", label: t("no-of", { of: midSentence(body.of) }) }];
}
