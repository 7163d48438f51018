/** Which records of a list are shown, and the way to its other pages. */
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { Page } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { formatNumber } from "../format/format.ts";
import type { ListState } from "./state/list-state.ts";
import { t } from "../texts/texts.ts";

export function Paging({ page, state, size }: { page: Page | undefined; state: ListState; size: number }) {
  const { product } = useProductContext();
  if (state.scrolls)
    return (
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {page === undefined || page.count === null ? "" : t("count-records", { count: formatNumber(page.count, product) })}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => state.setPage(0)}>
          {t("show-pages")}
        </Button>
      </Group>
    );
  if (!page || (page.items.length === 0 && state.page === 0)) return null;
  const first = state.page * size + 1;
  const show = (n: number) => formatNumber(n, product);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {shownRecords(page, first, show)}
      </Text>
      {state.page > 0 || page.next ? (
        <Group gap={4}>
          {state.group === "" && !page.similar ? (
            <Button variant="subtle" size="compact-sm" onClick={() => state.setPage("all")}>
              {t("scroll-through-all")}
            </Button>
          ) : null}
          <ActionIcon variant="default" aria-label={t("previous-page")} disabled={state.page === 0} onClick={() => state.setPage(state.page - 1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t("next-page")} disabled={!page.next} onClick={() => state.setPage(state.page + 1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      ) : null}
    </Group>
  );
}

/** `1–50 of 212`, or their count where all of them are shown. */
function shownRecords({ items, count, atLeast }: Page, first: number, show: (n: number) => string): string {
  if (first === 1 && !atLeast && count === items.length) return t("count-of-records", { count, shown: show(count) });
  const range = items.length === 0 ? t("no-more-records") : items.length === 1 ? show(first) : `${show(first)}–${show(first + items.length - 1)}`;
  return count === null ? range : `${range} ${atLeast ? t("of-more-than-count", { count: show(count) }) : t("of-count", { count: show(count) })}`;
}
