/** The menu of a board's card: what can be done with the record now; the rest is folded away with its reasons. */
import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconChevronDown, IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useActions, type AvailableAction } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { reasonOf, showReason } from "../form/show-reason.tsx";
import type { CardProps } from "./card-props.ts";
import { named } from "../texts/names.ts";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";

export function MoveMenu({ row, entity, name, body, columns, move }: CardProps & { readonly name: string }) {
  const [opened, setOpened] = useState(false);
  const actions = useActions(entity.path, row.id, opened && body.by === "state");
  const run = useRunAction();
  const shown = (actions.data ?? []).flatMap((available) => {
    const action = entity.actions.find((a) => a.name === available.name);
    return action ? [{ available, action }] : [];
  });
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("move-name-to", { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("move-to")}</Menu.Label>
        {body.by !== "state"
          ? columns.map((c) => (
              <Menu.Item key={c.key} onClick={() => void move(row, c)}>
                {c.label}
              </Menu.Item>
            ))
          : null}
        {shown
          .filter(({ available }) => available.allowed)
          .map(({ available, action }) => (
            <Menu.Item
              key={action.name}
              {...(action.stops ? { c: "var(--mantine-color-error)" } : {})}
              onClick={() => run({ entity, action, ids: [row.id], name, row, question: available.question ?? null })}
            >
              {named(action.name)}
              {available.to ? ` → ${named(available.to)}` : ""}
            </Menu.Item>
          ))}
        <Unavailable actions={shown.map(({ available }) => available).filter(({ allowed }) => !allowed)} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Unavailable({ actions }: { actions: readonly AvailableAction[] }) {
  const { product } = useProductContext();
  const [opened, setOpened] = useState(false);
  if (actions.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Item closeMenuOnClick={false} aria-expanded={opened} c="dimmed" rightSection={<IconChevronDown size={14} aria-hidden />} onClick={() => setOpened(!opened)}>
        {t("not-possible-now")}
      </Menu.Item>
      {opened
        ? actions.map((one) => (
            <Menu.Item
              key={one.name}
              onClick={() => showReason(one.name, one)}
              aria-description={`${reasonOf(one)}${one.sentence ? ` ${one.sentence}` : ""}${one.line ? ` (${placeText(product.files, one)})` : ""}`}
            >
              {named(one.name)}
              <Text size="xs" c="dimmed" aria-hidden>
                {reasonOf(one)}
              </Text>
            </Menu.Item>
          ))
        : null}
    </>
  );
}
