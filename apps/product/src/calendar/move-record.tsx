/** Moves a record in time as its form would: with the version that the person sees, and with every rule. */
import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { EntityData, ProductData } from "@nonet/screens";
import { refreshRecords, type Row } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { attemptWithConfirmation } from "../problem/confirm-warnings.ts";
import { t } from "../texts/texts.ts";

export interface Move {
  readonly product: ProductData;
  readonly entity: EntityData;
  readonly row: Row;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly before: Readonly<Record<string, unknown>>;
}

/** False if it was refused; why is shown then. */
export async function moveRecord(move: Move): Promise<boolean> {
  const { row, name, before } = move;
  const saved = await save(move);
  if (!saved) {
    void refreshRecords();
    return false;
  }
  const id = `moved-${row.id}`;
  const undo = () => {
    notifications.hide(id);
    void save({ ...move, row: saved, values: before as Record<string, string> }).then(refreshRecords);
  };
  notifications.show({
    id,
    color: "product",
    autoClose: 10_000,
    message: (
      <>
        <bdi>{name}</bdi> {t("was-moved")}{" "}
        <Anchor component="button" size="sm" onClick={undo}>
          {t("undo")}
        </Anchor>
      </>
    ),
  });
  // The calendar shows the record at its new place already; the next move needs its new version.
  await refreshRecords();
  return true;
}

const save = ({ product, entity, row, name, values }: Move): Promise<Row | undefined> =>
  attemptWithConfirmation(t("name-cant-be-moved", { name }), product.files, (query) =>
    request<Row>(`/api/${entity.path}/${row.id}${query}`, { method: "PATCH", body: values, ifMatch: row.version ?? "*" }),
  );
