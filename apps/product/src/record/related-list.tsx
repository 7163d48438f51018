/** A list of records related to the current one. */
import { Group, Title } from "@mantine/core";
import type { ListData } from "@nonet/screens";
import { blockingError, useList } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useEntity } from "../context/product-context.tsx";
import { addressKeys } from "../format/record-address.ts";
import { ListTable } from "../list/list-table.tsx";
import { Refusal } from "../problem/problem-alert.tsx";

export function RelatedList({ title, list, by, id }: { title: string; list: ListData; by: string; id: string }) {
  const entity = useEntity(list.entity);
  const page = useList(
    {
      path: entity?.path ?? "",
      ...(list.list ? { screen: list.screen, list: list.list, of: id } : { equals: { [by]: id } }),
      limit: 50,
      fields: [...new Set([...list.columns.map((c) => c.key), ...addressKeys(entity), "shownAs"])],
    },
    entity !== undefined,
  );
  if (!entity) return null;
  return (
    <section aria-label={title}>
      <Group mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      {blockingError(page) ? (
        <Refusal problem={asProblem(page.error)} />
      ) : (
        <ListTable list={list} entity={entity} rows={page.data?.items ?? []} loading={page.isPending} label={title} part />
      )}
    </section>
  );
}
