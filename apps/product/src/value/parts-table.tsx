/** The parts of a record (an order's lines) as a small table. */
import { Table } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import { isNumeric, ShowValue, type Shape } from "./show-value.tsx";

const stateShape: Shape = { key: "state", label: "State", control: "text", currency: null, entity: null, choices: [] };

export function PartsTable({ parts, fields: all, label }: { parts: readonly Readonly<Record<string, unknown>>[]; fields: readonly FieldData[]; label: string }) {
  const own = all.filter((f) => f.control !== "list" && !f.atMaking);
  // A part that is in a state says so, as a record does.
  const isInState = parts.some((part) => typeof part["state"] === "string") && !own.some((f) => f.key === "state");
  const fields: readonly Shape[] = isInState ? [...own, stateShape] : own;
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
