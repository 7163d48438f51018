/** The parts of a record (an order's lines) as a small table. */
import { Table } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import { isNumeric, ShowValue } from "./show-value.tsx";

export function PartsTable({ parts, fields: all, label }: { parts: readonly Readonly<Record<string, unknown>>[]; fields: readonly FieldData[]; label: string }) {
  const fields = all.filter((f) => f.control !== "list" && !f.atMaking);
  return (
    <Table.ScrollContainer minWidth={360} type="native" tabIndex={0} role="region" aria-label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {fields.map((f) => (
              <Table.Th key={f.key} ta={isNumeric(f.control) ? "end" : undefined}>
                {f.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parts.map((part, i) => (
            <Table.Tr key={i}>
              {fields.map((f) => (
                <Table.Td key={f.key} ta={isNumeric(f.control) ? "end" : undefined}>
                  <ShowValue shape={f} value={part[f.key]} row={part} small />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
