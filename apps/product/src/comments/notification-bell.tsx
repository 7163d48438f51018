/** The bell: mentions of the user in comments, how many are unread, and when they are mailed. */
import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, SegmentedControl, Stack, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useState } from "react";
import type { EntityData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { formatInstant } from "../format/format.ts";
import { recordAddress } from "../format/record-address.ts";
import { recordName } from "../format/record-name.ts";
import { navigate } from "../navigation/location.ts";
import { markRead, type MailSetting, type Notification, setMail, useNotifications } from "./comment-queries.ts";
import { CommentText } from "./comment-text.tsx";
import { named } from "../texts/names.ts";
import { t } from "../texts/texts.ts";

export function NotificationBell() {
  const [opened, setOpened] = useState(false);
  const { data } = useNotifications();
  const unread = data?.unread ?? 0;
  const count = unread >= 100 ? "99+" : String(unread);
  const label = unread === 0 ? t("notifications") : t("notifications-count-unread", { count });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width="min(380px, calc(100vw - 24px))" trapFocus shadow="md" withRoles={false}>
      <Popover.Target>
        <Indicator label={count} size={18} disabled={unread === 0} offset={5} color="red" zIndex={1}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} aria-expanded={opened} aria-haspopup="dialog" onClick={() => setOpened((now) => !now)}>
            <IconBell size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={t("notifications")}>
        <Group justify="space-between" px="md" py="xs">
          <Text fw={600}>{t("notifications")}</Text>
          <Button size="compact-sm" variant="subtle" disabled={unread === 0} onClick={() => void markRead().catch(() => undefined)}>
            {t("mark-all-as-read")}
          </Button>
        </Group>
        <ScrollArea.Autosize mah="min(420px, 60vh)" type="auto">
          {data && data.items.length > 0 ? (
            data.items.map((one) => <OneNotification key={one.id} notification={one} onOpen={() => setOpened(false)} />)
          ) : (
            <Text size="sm" c="dimmed" px="md" py="lg">
              {t("mentions-of-you-in-comments-will-appear")}
            </Text>
          )}
        </ScrollArea.Autosize>
        <Stack gap={4} px="md" py="sm" style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
          <Text size="sm" id="mention-mail">
            {t("mail")}
          </Text>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-labelledby="mention-mail"
            value={data?.mail ?? "at once"}
            onChange={(value) => void setMail(value as MailSetting).catch(() => undefined)}
            data={[
              { value: "at once", label: t("at-once") },
              { value: "daily", label: t("once-a-day") },
              { value: "never", label: t("never") },
            ]}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function OneNotification({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { product } = useProductContext();
  const { record, comment, by, unread, at } = notification;
  const entity: EntityData | undefined = product.entities.find(({ name }) => name === record.entity);
  const address = recordAddress(entity, { id: record.id });
  const open = () => {
    if (unread) void markRead([notification.id]).catch(() => undefined);
    if (address) navigate(address);
    onOpen();
  };
  return (
    <UnstyledButton className="notification" data-unread={unread || undefined} onClick={open}>
      <Text size="sm">
        <bdi style={{ fontWeight: 600 }}>{by.name ?? t("someone")}</bdi> {t("mentioned-you-on")}{" "}
        <bdi style={{ fontWeight: 600 }}>{recordName({ ...record }, null, named(record.entity))}</bdi>
        {unread ? <VisuallyHidden> {t("unread")}</VisuallyHidden> : null}
      </Text>
      <CommentText comment={comment} clamped />
      <Text size="xs" c="dimmed">
        {formatInstant(at, product)}
      </Text>
    </UnstyledButton>
  );
}
