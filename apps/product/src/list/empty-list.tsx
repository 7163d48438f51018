/** What a list says while it has no records, or none that fit its filters. */
import { Text } from "@mantine/core";
import type { ListTableProps } from "./list-table-props.ts";

const enumeration = (words: readonly string[]): string => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`);

export function EmptyList({ list, entity, filtered, part }: Pick<ListTableProps, "list" | "entity" | "filtered" | "part">) {
  if (part)
    return (
      <div className="card" style={{ padding: "18px 22px" }}>
        <Text size="sm" c="dimmed">
          {list.empty ?? `No ${entity.plural.toLowerCase()} here right now.`}
        </Text>
      </div>
    );
  return (
    <div className="card" style={{ padding: "48px 24px", textAlign: "center" }}>
      <Text fw={600}>{filtered ? "No results" : (list.empty ?? `No ${entity.plural.toLowerCase()} yet`)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {filtered
          ? "Try fewer filters or other search words."
          : list.empty
            ? ""
            : `Each ${entity.name.toLowerCase()} will appear here with its ${enumeration(list.columns.slice(0, 4).map((c) => c.label.toLowerCase()))}.${list.mayCreate ? " Select New to create the first one." : ""}`}
      </Text>
    </div>
  );
}
