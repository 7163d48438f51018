/** The parts of a record (an order's lines) as a small table. */
import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldData } from "@nonet/screens";
import { alignmentOf } from "../format/column-alignment.ts";
import type { Shape } from "../format/value-text.ts";
import { t } from "../texts/texts.ts";

const stateShape: Shape = { key: "state", label: t("state"), control: "text", currency: null, entity: null, choices: [] };

/** `show` draws one value; handed in, because a part may itself have parts. */
export function PartsTable({
  parts,
  fields: all,
  label,
  show,
}: {
  parts: readonly Readonly<Record<string, unknown>>[];
  fields: readonly FieldData[];
  label: string;
  show(shape: Shape, value: unknown, row: Readonly<Record<string, unknown>>): ReactNode;
}) {
  const own = all.filter((f) => f.control !== "list" && !f.atMaking);
  // Parts with states get a state column.
  const isInState = parts.some((part) => typeof part["state"] === "string") && !own.some((f) => f.key === "state");
  const fields: readonly Shape[] = isInState ? [...own, stateShape] : own;
  return (
    <Table.ScrollContainer minWidth={360} type="native" className="stacked" tabIndex={0} role="group" aria-label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {fields.map((f) => (
              <Table.Th key={f.key} ta={alignmentOf(f, fields)}>
                {f.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part, i) => (
            <Table.Tr key={i}>
              {fields.map((f) => (
                <Table.Td key={f.key} data-label={f.label} ta={alignmentOf(f, fields)}>
                  {show(f, part[f.key], part)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
