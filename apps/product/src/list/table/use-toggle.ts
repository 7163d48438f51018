/** Selects one row more or less. The function stays the same, so that the other rows aren't drawn again. */
import { useCallback, useEffect, useRef } from "react";
import type { ListTableProps } from "./list-table-props.ts";

export function useToggle(selected: ReadonlySet<string> | undefined, onSelect: ListTableProps["onSelect"]): (id: string) => void {
  const latest = useRef({ selected, onSelect });
  useEffect(() => void (latest.current = { selected, onSelect }));
  return useCallback((id) => {
    const next = new Set(latest.current.selected);
    if (!next.delete(id)) next.add(id);
    latest.current.onSelect?.(next);
  }, []);
}
