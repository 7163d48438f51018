/** What the Owner can do about somebody's stored data: read it out, and erase it. */
import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconDownload, IconEraser } from "@tabler/icons-react";
import { asProblem, request } from "../api/request.ts";

export function PersonMenu({ id, name, erasable, onErased }: { id: string; name: string; erasable: boolean; onErased(): void }) {
  const erase = async () => {
    if (!window.confirm(`Erase everything stored about ${name}? Their account, their personal fields and what the history says of them are gone for good.`)) return;
    try {
      const { records } = await request<{ records: number }>(`/api/-/people/${id}/erase`, { method: "POST" });
      notifications.show({ message: `${name} is erased: ${records} ${records === 1 ? "record" : "records"} emptied.`, color: "product" });
      onErased();
    } catch (e) {
      notifications.show({ color: "red", title: name, message: asProblem(e).detail });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`More about ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`/api/-/people/${id}/data`} download leftSection={<IconDownload size={16} />}>
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
