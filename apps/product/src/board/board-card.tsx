/** A card of a board, with the menu that moves it. */
import { ActionIcon, Group, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { formatLocation, type SourceLocation } from "@nonet/model";
import type { ColumnData, EntityData, ScreenData } from "@nonet/screens";
import { useActions, type Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { lineAddress } from "../context/source-link.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { recordAddress } from "../format/record-address.ts";
import { rowColour } from "../format/row-colour.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty } from "../format/value-text.ts";
import { Link } from "../navigation/link.tsx";
import { followLink } from "../navigation/location.ts";
import { ShowValue } from "../value/show-value.tsx";
import type { BoardColumn } from "./board-columns.ts";
import { t } from "../texts/texts.ts";

const maxValues = 4;
/** A bare value of these says nothing without its field's name. */
const needLabels: ReadonlySet<ColumnData["control"]> = new Set(["date", "time", "date and time", "number", "integer", "percent", "money", "duration", "yes/no"]);

export interface CardProps {
  readonly row: Row;
  readonly body: Extract<ScreenData["body"], { kind: "board" }>;
  readonly columns: readonly BoardColumn[];
  readonly entity: EntityData;
  move(row: Row, column: BoardColumn): Promise<void>;
}

export function BoardCard({ row, body, columns, entity, move }: CardProps) {
  const to = recordAddress(entity, row);
  const name = String(row.shownAs ?? valueAt(row, body.list.columns[0]?.key ?? "id") ?? entity.name);
  const shown = body.list.columns.filter((c) => c.key !== body.by && !isEmpty(valueAt(row, c.key)) && valueAt(row, c.key) !== name).slice(0, maxValues);
  const colour = rowColour(row);
  return (
    <article
      className="card board-card"
      style={{ marginBottom: 8, ...(colour ? { borderInlineStart: `4px solid ${colour}` } : {}) }}
      draggable
      aria-label={name}
      onDragStart={(e) => {
        e.dataTransfer.setData("text/plain", row.id);
        e.dataTransfer.effectAllowed = "move";
      }}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        {to ? (
          <Link to={to} fw={600} size="sm">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <Text fw={600} size="sm">
            <bdi>{name}</bdi>
          </Text>
        )}
        <MoveMenu row={row} entity={entity} name={name} body={body} columns={columns} move={move} />
      </Group>
      {shown.map((c) => (
        <Text key={c.key} size="sm" lineClamp={2} component="div">
          {needLabels.has(c.control) ? (
            <Text span size="xs" c="dimmed">
              {c.label}{" "}
            </Text>
          ) : null}
          <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={false} />
        </Text>
      ))}
    </article>
  );
}

function MoveMenu({ row, entity, name, body, columns, move }: CardProps & { readonly name: string }) {
  const [opened, setOpened] = useState(false);
  const actions = useActions(entity.path, row.id, opened && body.by === "state");
  const run = useRunAction();
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("move-name-to", { name })}>
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
        {(actions.data ?? []).map((shown) => {
          const action = entity.actions.find((a) => a.name === shown.name);
          return (
            <Fragment key={shown.name}>
              <Menu.Item disabled={!shown.allowed || !action} onClick={() => action && run({ entity, action, ids: [row.id], name, row, question: shown.question ?? null })}>
                {shown.name}
                {shown.to ? ` → ${shown.to}` : ""}
                {shown.why ? (
                  <Text size="xs" c="dimmed">
                    {shown.why} {shown.sentence}
                  </Text>
                ) : null}
              </Menu.Item>
              {shown.why ? <LineItem at={shown} of={shown.name} /> : null}
            </Fragment>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A menu item that links to the source line, because a disabled item can't contain a link. */
function LineItem({ at, of }: { at: SourceLocation; of: string }) {
  const { me, product } = useProductContext();
  if (at.line === null || !me.signedIn) return null;
  const to = lineAddress(at);
  return (
    <Menu.Item
      component="a"
      href={to}
      onClick={followLink(to)}
      py={2}
      fz="xs"
      c="dimmed"
      td="underline"
      aria-label={`${of}: ${formatLocation(product.files, at, ` ${t("of-the-document")}`)}`}
    >
      {formatLocation(product.files, at)}
    </Menu.Item>
  );
}
