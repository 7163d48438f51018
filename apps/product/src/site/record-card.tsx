/** A record as a card of a website: its picture, its name and a few facts. */
import { Image, Text } from "@mantine/core";
import { type ColumnData, type EntityData, type ListData, titleColumn } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { recordAddress } from "../format/record-address.ts";
import { rowName } from "../format/record-name.ts";
import { sizedImage } from "../format/sized-image.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty } from "../format/value-text.ts";
import { followLink } from "../navigation/location.ts";
import { named } from "../texts/names.ts";
import { ShowValue } from "../value/show-value.tsx";

const mostFacts = 5;
const isImage = (c: ColumnData): boolean => c.control === "image" || c.control === "images";

/** Whether any of the records has a picture, so that each card has room for one. */
export const hasPicture = (rows: readonly Row[], { columns }: ListData): boolean => rows.some((row) => picturesOf(row, columns).length > 0);

interface RecordCardProps {
  readonly row: Row;
  readonly list: ListData;
  readonly entity: EntityData;
  readonly pictured: boolean;
  readonly heading?: "h2" | "h3";
}

/** `heading`: the level of its name, one below that of what the cards belong to. */
export function RecordCard({ row, list, entity, pictured, heading = "h2" }: RecordCardProps) {
  const to = recordAddress(entity, row);
  const { product } = useProductContext();
  const title = titleColumn(list.columns);
  const name = String((title && valueAt(row, title.key)) ?? rowName(row, list.columns, named(entity.name), product));
  const facts = list.columns.filter((c) => !isImage(c) && c !== title && !isEmpty(valueAt(row, c.key)) && valueAt(row, c.key) !== name).slice(0, mostFacts);
  const content = (
    <>
      {pictured ? <Picture row={row} columns={list.columns} name={name} /> : null}
      <div className="card-text">
        <Text fw={650} size="lg" component={heading} m={0}>
          <bdi>{name}</bdi>
        </Text>
        <dl>
          {facts.map((c) => (
            <div key={c.key}>
              <dt>{c.label}</dt>
              <dd>
                <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={false} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
  return (
    <li>
      {to ? (
        <a className="card site-card" href={to} onClick={followLink(to)}>
          {content}
        </a>
      ) : (
        <div className="card site-card">{content}</div>
      )}
    </li>
  );
}

/** The first picture of the row; the first letter of its name where it has none, so that the texts of a row of cards begin at one height. */
function Picture({ row, columns, name }: { row: Row; columns: readonly ColumnData[]; name: string }) {
  const first = picturesOf(row, columns)[0];
  if (first === undefined) return <div className="no-picture" data-letter={[...name.trim()][0]?.toUpperCase()} aria-hidden />;
  return <Image src={sizedImage(typeof first === "string" ? first : first.id, 320)} alt="" h={180} fit="cover" loading="lazy" decoding="async" />;
}

const picturesOf = (row: Row, columns: readonly ColumnData[]): readonly ({ readonly id: string } | string)[] =>
  columns.filter(isImage).flatMap((c) => (valueAt(row, c.key) ?? []) as readonly ({ readonly id: string } | string)[]);
