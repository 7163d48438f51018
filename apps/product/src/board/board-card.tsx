/** A card of a board, with the menu that moves it. */
import { Group, Text } from "@mantine/core";
import type { ColumnData, EntityData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { isEditable } from "../form/edit-cell.tsx";
import { recordAddress } from "../format/record-address.ts";
import { datedName } from "../format/dated-name.ts";
import { recordName } from "../format/record-name.ts";
import { rowColour } from "../format/row-colour.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty } from "../format/value-text.ts";
import { Link } from "../navigation/link.tsx";
import { ShowValue } from "../value/show-value.tsx";
import type { CardProps } from "./card-props.ts";
import { MoveMenu } from "./move-menu.tsx";
import { named } from "../texts/names.ts";

const maxValues = 4;
/** The values of these are understood without their field's name. All others have it in front. */
const needNoLabel: ReadonlySet<ColumnData["control"]> = new Set(["choice", "choices", "long text", "rich text", "image", "images", "file", "files", "email", "web address"]);

/** A record that nothing names is shown by its kind, which is the same on every card. */
const isUnnamed = (value: unknown): boolean => {
  const { id, shownAs } = Object(value) as { readonly id?: unknown; readonly shownAs?: unknown };
  return id !== undefined && id === shownAs;
};

/** Actions move a card from state to state; elsewhere, moving it edits a field. */
function isMovable(entity: EntityData, by: string, row: Row): boolean {
  if (by === "state") return entity.actions.length > 0;
  return entity.mayUpdate && isEditable(row) && entity.fields.some((field) => field.key === by && field.writableOnUpdate);
}

export function BoardCard({ row, body, columns, entity, move }: CardProps) {
  const to = recordAddress(entity, row);
  const { product } = useProductContext();
  const name = datedName(recordName(row, entity.titleKey, named(entity.name), product), entity, product);
  const saysSomething = (value: unknown): boolean => !isEmpty(value) && value !== name && !isUnnamed(value);
  const shown = body.list.columns.filter((c) => c.key !== body.by && saysSomething(valueAt(row, c.key))).slice(0, maxValues);
  const colour = rowColour(row);
  const mayMove = isMovable(entity, body.by, row);
  return (
    <article
      className="card board-card"
      style={{ marginBottom: 8, ...(colour ? { borderInlineStart: `4px solid ${colour}` } : {}) }}
      draggable={mayMove}
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
        {mayMove ? <MoveMenu row={row} entity={entity} name={name} body={body} columns={columns} move={move} /> : null}
      </Group>
      {shown.map((c) => (
        <Text key={c.key} size="sm" lineClamp={2} component="div">
          {needNoLabel.has(c.control) || c.path === "state" ? null : (
            <>
              <Text span size="xs" c="dimmed">
                {c.label}
              </Text>{" "}
            </>
          )}
          <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={false} />
        </Text>
      ))}
    </article>
  );
}
