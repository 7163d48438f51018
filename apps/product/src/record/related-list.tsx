/** A list of records related to the current one. */
import { Group, Title } from "@mantine/core";
import type { ListData } from "@nonet/screens";
import { blockingError, type CreationState, useList } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useEntity } from "../context/product-context.tsx";
import { NewButton } from "../list/new-button.tsx";
import { ListTable } from "../list/table/list-table.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { relatedRequest } from "./record-requests.ts";

interface Props {
  readonly title: string;
  readonly list: ListData;
  readonly by: string;
  /** The field of a new record that refers to the page's record, or null. */
  readonly createsBy: string | null;
  readonly id: string;
  readonly name: string;
  /** Why no record of the list can be created now. */
  readonly refused: CreationState | undefined;
  /** Whether the work on the page's record has ended. */
  readonly ended: boolean;
}

export function RelatedList({ title, list, by, createsBy, id, name, refused, ended }: Props) {
  const entity = useEntity(list.entity);
  const page = useList(relatedRequest({ list, by }, entity, id), entity !== undefined);
  if (!entity) return null;
  return (
    <section aria-label={title}>
      <Group mb="sm" justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {createsBy === null ? null : <NewButton list={list} given={{ [createsBy]: { id, shownAs: name } }} part refused={refused} quiet={ended} />}
      </Group>
      {blockingError(page) ? (
        <Refusal problem={asProblem(page.error)} />
      ) : (
        <ListTable list={list} entity={entity} rows={page.data?.items ?? []} loading={page.isPending} label={title} part />
      )}
    </section>
  );
}
