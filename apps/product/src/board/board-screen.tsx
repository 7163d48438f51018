/** A board with a column per state or value. Dragging a card, or its menu, runs the action that leads to the column. */
import { Loader, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { EntityData, ScreenData } from "@nonet/screens";
import { actionsOf, refreshRecords, blockingError, useList, type AvailableAction, type Row } from "../api/queries.ts";
import { asProblem, request } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity } from "../context/product-context.tsx";
import { useRunAction } from "../form/action-runner.tsx";
import { addressKeys } from "../format/record-address.ts";
import { recordName } from "../format/record-name.ts";
import { NewButton } from "../list/new-button.tsx";
import { isBareList } from "../list/bare-list.ts";
import { NoResults, SelectionTools, useRecordSelection } from "../list/record-selection.tsx";
import { OfferedActions } from "../form/offered-actions.tsx";
import { ErrorText, Refusal, notifyRefusal } from "../problem/problem-alert.tsx";
import { BoardColumnView } from "./board-column.tsx";
import { columnOf, isEnded, useBoardColumns, type BoardColumn } from "./board-columns.ts";
import { dateOfCards, inOrderOfDates } from "./card-order.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

type BoardBody = Extract<ScreenData["body"], { kind: "board" }>;

export function BoardScreen({ screen, body }: { screen: ScreenData; body: BoardBody }) {
  const entity = useEntity(body.list.entity);
  return entity ? <EntityBoard screen={screen} body={body} entity={entity} /> : null;
}

function EntityBoard({ screen, body, entity }: { screen: ScreenData; body: BoardBody; entity: EntityData }) {
  // The columns are the values of `by` already.
  const selection = useRecordSelection(body.list, entity, [body.by]);
  const page = useList({
    path: entity.path,
    screen: body.list.screen,
    ...selection.query,
    limit: 200,
    fields: [...new Set([...body.list.columns.map((c) => c.key), body.by, ...addressKeys(entity), "shownAs", "version"])],
  });
  const move = useMove(body, entity);
  const rows = page.data?.items ?? [];
  const columns = useBoardColumns(body, rows);
  // Default 9: the document gives no order.
  const date = body.list.defaults.includes(9) && !selection.state.query.search ? dateOfCards(body.list.columns) : null;
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={body.list.defaults}>
        <OfferedActions offers={body.list.offers} screen={screen.name} row={null} name="" />
        {body.list.mayCreate ? <NewButton list={body.list} /> : null}
      </Heading>
      {isBareList(page, selection.state) ? null : <SelectionTools selection={selection} />}
      {blockingError(page) ? <Refusal problem={asProblem(page.error)} /> : null}
      {page.isPending ? <Loader /> : null}
      {selection.selects && page.data?.items.length === 0 ? <NoResults state={selection.state} /> : null}
      <div className="board" role="region" aria-label={named(screen.name)} tabIndex={0}>
        {columns.map((column) => {
          const stands = rows.filter((r) => columnOf(r, body.by) === column.key);
          const cards = date ? inOrderOfDates(stands, date, isEnded(body, entity, column)) : stands;
          return (
            <BoardColumnView
              key={column.key}
              column={column}
              cards={cards}
              entity={entity}
              body={body}
              columns={columns}
              move={move}
              onDrop={(id) => {
                const row = rows.find((r) => r.id === id);
                if (row) void move(row, column);
              }}
            />
          );
        })}
      </div>
      {page.data?.next ? (
        <Text size="sm" c="dimmed">
          {t("showing-the-newest-200")}
        </Text>
      ) : null}
    </>
  );
}

/** Moves a card to a column: runs the available action that leads there, or shows why there is none. */
function useMove(body: BoardBody, entity: EntityData | undefined) {
  const run = useRunAction();
  const refuse = (title: string, message: React.ReactNode) => notifications.show({ color: "red", title, message, autoClose: 9000 });
  return async (row: Row, { key: column, label }: BoardColumn): Promise<void> => {
    const from = columnOf(row, body.by);
    if (!entity || from === column) return;
    const name = recordName(row, entity.titleKey, named(entity.name));
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
        t("cant-move-name-to-label", { name, label }),
        why ? (
          <ErrorText error={{ ...why, detail: `${why.name}: ${why.why}`, rule: why.name }} asked />
        ) : leading.length > 0 ? (
          t("none-of-your-actions-leads-from-from", { from, column })
        ) : (
          t("no-action-leads-from-from-to-column", { from, column })
        ),
      );
    } catch (e) {
      notifyRefusal(name, e);
    }
  };
}
