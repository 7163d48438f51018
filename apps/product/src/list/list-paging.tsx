/** Which records of a list are shown, and the way to its other pages. */
import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { Page } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatNumber } from "../format/format.ts";
import type { ListState } from "./list-state.ts";

export function Paging({ page, state, size }: { page: Page | undefined; state: ListState; size: number }) {
  const { product } = useProductContext();
  if (!page || (page.items.length === 0 && state.page === 0)) return null;
  const first = state.page * size + 1;
  const show = (n: number) => formatNumber(n, product);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {page.items.length === 0 ? "No more records" : `${show(first)}–${show(first + page.items.length - 1)}`}
        {page.count !== null ? ` of ${show(page.count)}` : ""}
      </Text>
      {state.page > 0 || page.next ? (
        <Group gap={4}>
          <ActionIcon variant="default" aria-label="Previous page" disabled={state.page === 0} onClick={() => state.setPage(state.page - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Next page" disabled={!page.next} onClick={() => state.setPage(state.page + 1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      ) : null}
    </Group>
  );
}
