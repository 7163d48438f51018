/** What can be done with a record besides its actions: edit it, delete it, and export or erase the personal data in it. What isn't possible now is with the actions that aren't. */
import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconDownload, IconEraser, IconPencil, IconTrash } from "@tabler/icons-react";
import type { EntityData } from "@nonet/screens";
import { refreshRecords, type Row, useChanges } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { HeadingAction, useInMenu } from "../context/heading-actions.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { attemptWithConfirmation } from "../problem/confirm-warnings.ts";
import { downloadLink } from "../problem/download-link.ts";
import { notifyRefusal } from "../problem/problem-alert.tsx";
import { ask } from "../question/ask.ts";
import { t } from "../texts/texts.ts";

interface MenuProps {
  readonly entity: EntityData;
  readonly row: Row;
  readonly name: string;
}

export function RecordMenu({ entity, row, name, onEdit }: MenuProps & { onEdit(): void }) {
  const inMenu = useInMenu();
  const changes = useChanges(entity.path, row.id).data ?? [];
  const mayEdit = entity.mayUpdate && changes.some(({ change, allowed }) => change === "update" && allowed);
  const deleting = changes.find(({ change }) => change === "delete");
  const may = { delete: entity.mayDelete && deleting?.allowed === true, erase: entity.mayErase && deleting !== undefined };
  return (
    <>
      {mayEdit ? (
        <HeadingAction icon={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {t("edit")}
        </HeadingAction>
      ) : null}
      {!may.delete && !may.erase ? null : inMenu ? (
        <MoreActions entity={entity} row={row} name={name} may={may} />
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={t("more-actions")}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MoreActions entity={entity} row={row} name={name} may={may} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

function MoreActions({ entity, row, name, may }: MenuProps & { readonly may: { readonly delete: boolean; readonly erase: boolean } }) {
  const { product } = useProductContext();
  const address = `/api/${entity.path}/${row.id}`;
  const remove = async () => {
    const question = entity.archives ? { title: t("archive-name", { name }), yes: t("archive") } : { title: t("delete-name", { name }), yes: t("delete"), dangerous: true };
    if (!(await ask(question))) return;
    try {
      await request(address, { method: "DELETE", ifMatch: row.version ?? "*" });
      notifications.show({ message: entity.archives ? t("name-was-archived", { name }) : t("name-was-deleted", { name }), color: "product" });
      await refreshRecords();
      history.back();
    } catch (e) {
      notifyRefusal(name, e);
    }
  };
  const erase = async () => {
    const text = t("this-empties-the-personal-fields", { entity: entity.name });
    if (!(await ask({ title: t("erase-the-personal-data-of-name", { name }), text, yes: t("erase-personal-data"), dangerous: true }))) return;
    const erased = await attemptWithConfirmation(name, product.files, (query) => request<object>(`${address}/erase${query}`, { method: "POST" }));
    if (!erased) return;
    notifications.show({ message: t("the-personal-data-of-name-was-erased", { name }), color: "product" });
    await refreshRecords();
  };
  return (
    <>
      {may.erase ? (
        <>
          <Menu.Item component="a" {...downloadLink(`${address}/data`, name)} leftSection={<IconDownload size={16} />}>
            {t("download-personal-data")}
          </Menu.Item>
          <Menu.Item className="dangerous-item" leftSection={<IconEraser size={16} />} onClick={() => void erase()}>
            {t("erase-personal-data")}
          </Menu.Item>
        </>
      ) : null}
      {may.delete ? (
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
          {entity.archives ? t("archive") : t("delete")}
        </Menu.Item>
      ) : null}
    </>
  );
}
