/** A board with a column per state or value. Dragging a card, or its menu, runs the action that leads to the column. */
import { ActionIcon, Group, Loader, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots } from "@tabler/icons-react";
import { Fragment, useState } from "react";
import { formatLocation, type SourceLocation } from "@nonet/model";
import type { EntityData, ScreenData } from "@nonet/screens";
import { actionsOf, refreshRecords, blockingError, useActions, useList, type AvailableAction, type Row } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { lineAddress } from "../context/source-link.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { addressKeys, recordAddress } from "../format/record-address.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty } from "../format/value-text.ts";
import { NewButton } from "../list/new-button.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { Link } from "../navigation/link.tsx";
import { followLink } from "../navigation/location.ts";
import { ErrorText, Refusal, notifyRefusal } from "../problem/problem-alert.tsx";
import { ShowValue } from "../value/show-value.tsx";
import { StateBadge } from "../value/state-badge.tsx";
import { columnOf, useBoardColumns, type BoardColumn } from "./board-columns.ts";

type BoardBody = Extract<ScreenData["body"], { kind: "board" }>;

export function BoardScreen({ screen, body }: { screen: ScreenData; body: BoardBody }) {
  const entity = useEntity(body.list.entity);
  const [over, setOver] = useState<string | null>(null);
  const page = useList(
    {
      path: entity?.path ?? "",
      screen: body.list.screen,
      limit: 200,
      fields: [...new Set([...body.list.columns.map((c) => c.key), body.by, ...addressKeys(entity), "shownAs", "version"])],
    },
    entity !== undefined,
  );
  const move = useMove(body, entity);
  const rows = page.data?.items ?? [];
  const columns = useBoardColumns(body, rows);
  if (!entity) return null;
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={body.list.defaults}>
        <OfferedActions offers={body.list.offers} row={null} name="" />
        {body.list.mayCreate ? <NewButton list={body.list} /> : null}
      </Heading>
      {blockingError(page) ? <Refusal problem={asProblem(page.error)} /> : null}
      {page.isPending ? <Loader /> : null}
      <div className="board" role="region" aria-label={screen.name} tabIndex={0}>
        {columns.map((column) => {
          const cards = rows.filter((r) => columnOf(r, body.by) === column.key);
          return (
            <section
              key={column.key}
              className="board-column"
              aria-label={column.label}
              data-over={over === column.key || undefined}
              onDragOver={(e) => {
                e.preventDefault();
                setOver(column.key);
              }}
              onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node) && setOver(null)}
              onDrop={(e) => {
                e.preventDefault();
                setOver(null);
                const row = rows.find((r) => r.id === e.dataTransfer.getData("text/plain"));
                if (row) void move(row, column);
              }}
            >
              <Group justify="space-between" mb="sm">
                {body.of === null ? (
                  <StateBadge state={column.label} />
                ) : (
                  <Text size="sm" fw={600}>
                    <bdi>{column.label}</bdi>
                  </Text>
                )}
                <Text size="sm" c="dimmed">
                  {cards.length}
                </Text>
              </Group>
              {cards.map((row) => (
                <BoardCard key={row.id} row={row} body={body} columns={columns} entity={entity} move={move} />
              ))}
              {cards.length === 0 ? (
                <Text size="sm" c="dimmed" ta="center" mt="lg">
                  No {entity.plural.toLowerCase()}
                </Text>
              ) : null}
            </section>
          );
        })}
      </div>
      {page.data?.next ? (
        <Text size="sm" c="dimmed">
          Showing the newest 200.
        </Text>
      ) : null}
    </>
  );
}

interface CardProps {
  readonly row: Row;
  readonly body: BoardBody;
  readonly columns: readonly BoardColumn[];
  readonly entity: EntityData;
  move(row: Row, column: BoardColumn): Promise<void>;
}

function BoardCard({ row, body, columns, entity, move }: CardProps) {
  const to = recordAddress(entity, row);
  const name = String(row.shownAs ?? valueAt(row, body.list.columns[0]?.key ?? "id") ?? entity.name);
  const shown = body.list.columns.filter((c) => c.key !== body.by && !isEmpty(valueAt(row, c.key)) && valueAt(row, c.key) !== name).slice(0, 4);
  return (
    <article
      className="card board-card"
      style={{ marginBottom: 8 }}
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
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Move ${name} to…`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Move to…</Menu.Label>
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
      aria-label={`${of}: ${formatLocation(product.files, at, " of the document")}`}
    >
      {formatLocation(product.files, at)}
    </Menu.Item>
  );
}

/** Moves a card to a column: runs the available action that leads there, or shows why there is none. */
function useMove(body: BoardBody, entity: EntityData | undefined) {
  const run = useRunAction();
  const refuse = (title: string, message: React.ReactNode) => notifications.show({ color: "red", title, message, autoClose: 9000 });
  return async (row: Row, { key: column, label }: BoardColumn): Promise<void> => {
    const from = columnOf(row, body.by);
    if (!entity || from === column) return;
    const name = String(row.shownAs ?? entity.name);
    try {
      if (body.by !== "state") {
        await request(`/api/${entity.path}/${row.id}`, { method: "PATCH", body: { [body.by]: column === "" ? null : column }, ifMatch: row.version ?? "*" });
        return void refreshRecords();
      }
      const leading = (await actionsOf(entity.path, row.id)).filter((a: AvailableAction) => a.to === column);
      const allowed = leading.find((a) => a.allowed);
      const action = entity.actions.find((a) => a.name === allowed?.name);
      if (action) return run({ entity, action, ids: [row.id], name, row, question: allowed?.question ?? null });
      const why = leading.find((a) => a.why);
      refuse(
        `Can't move ${name} to ${label}`,
        why ? (
          <ErrorText error={{ ...why, detail: `${why.name}: ${why.why}`, rule: why.name }} />
        ) : leading.length > 0 ? (
          `None of your actions leads from ${from} to ${column}.`
        ) : (
          `No action leads from ${from} to ${column}.`
        ),
      );
    } catch (e) {
      notifyRefusal(name, e);
    }
  };
}
