/** What the Owner can do about somebody's stored data: read it out, and erase it. */
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
    if (!window.confirm(`Erase everything stored about ${name}? Their account, their personal fields and what the history says of them are gone for good.`)) return;
    const erased = await attemptWithConfirmation(name, product.files, (query) => request<{ records: number }>(`/api/-/people/${id}/erase${query}`, { method: "POST" }));
    if (!erased) return;
    notifications.show({ message: `${name} is erased: ${erased.records} ${erased.records === 1 ? "record" : "records"} emptied.`, color: "product" });
    onErased();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More about ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" {...downloadLink(`/api/-/people/${id}/data`, name)} leftSection={<IconDownload size={16} />}>
          Download their data
        </Menu.Item>
        {erasable ? (
          <Menu.Item color="red" leftSection={<IconEraser size={16} />} onClick={() => void erase()}>
            Erase their data
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
