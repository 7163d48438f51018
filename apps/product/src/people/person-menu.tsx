/** The Owner's actions on a person's data: download and erase. */
import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconDownload, IconEraser } from "@tabler/icons-react";
import { request } from "../api/request.ts";
import { useProductContext } from "../context/product-context.tsx";
import { attemptWithConfirmation } from "../problem/confirm-warnings.ts";
import { downloadLink } from "../problem/download-link.ts";

export function PersonMenu({ id, name, erasable, onErased }: { id: string; name: string; erasable: boolean; onErased(): void }) {
  const { product } = useProductContext();
  const erase = async () => {
    if (!window.confirm(`Erase all data about ${name}? This permanently deletes their account, their personal fields and their personal data in the history.`)) return;
    const erased = await attemptWithConfirmation(name, product.files, (query) => request<{ records: number }>(`/api/-/people/${id}/erase${query}`, { method: "POST" }));
    if (!erased) return;
    notifications.show({ message: `The data of ${name} was erased from ${erased.records} ${erased.records === 1 ? "record" : "records"}.`, color: "product" });
    onErased();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`Actions for ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" {...downloadLink(`/api/-/people/${id}/data`, name)} leftSection={<IconDownload size={16} />}>
          Download data
        </Menu.Item>
        {erasable ? (
          <Menu.Item color="red" leftSection={<IconEraser size={16} />} onClick={() => void erase()}>
            Erase data
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
