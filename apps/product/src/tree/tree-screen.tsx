/** A tree of records whose branches expand and collapse, by mouse and by keyboard. */
import { Button, Skeleton, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EntityData, ListData, ScreenData } from "@nonet/screens";
import { blockingError, readPages } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { addressKeys, recordAddress } from "../format/record-address.ts";
import { rowName } from "../format/record-name.ts";
import { valueAt } from "../format/value-at.ts";
import { textOf } from "../format/value-text.ts";
import { NewButton } from "../list/new-button.tsx";
import { Link } from "../navigation/link.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { buildTree, type Branch } from "./build-tree.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

type TreeBody = Extract<ScreenData["body"], { kind: "tree" }>;
const maxRows = 2000;

export function TreeScreen({ screen, body }: { screen: ScreenData; body: TreeBody }) {
  const entity = useEntity(body.list.entity);
  const columns = body.list.columns.filter((c) => c.key !== body.by);
  const fields = [...new Set(["shownAs", body.by, ...addressKeys(entity), ...columns.map((c) => c.key)].filter(Boolean))];
  const all = useQuery({
    queryKey: ["list", entity?.path ?? "", "tree", screen.name, fields],
    // All pages: with missing parents, children would appear as roots.
    queryFn: ({ signal }) => readPages({ path: entity!.path, screen: body.list.screen, limit: 200, fields }, maxRows, signal),
    enabled: entity !== undefined,
  });
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  if (!entity) return null;
  const roots = buildTree(all.data?.rows ?? [], body.by);
  const parents = (branches: readonly Branch[]): string[] => branches.flatMap((b) => (b.children.length > 0 ? [b.row.id, ...parents(b.children)] : []));
  const toggle = (id: string) =>
    setClosed((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <>
      <Heading title={screen.name} screen={screen} defaults={body.list.defaults}>
        {parents(roots).length > 0 ? (
          <Button variant="default" onClick={() => setClosed(closed.size > 0 ? new Set() : new Set(parents(roots)))}>
            {closed.size > 0 ? t("expand-all") : t("collapse-all")}
          </Button>
        ) : null}
        {body.list.mayCreate ? <NewButton list={body.list} /> : null}
      </Heading>
      {blockingError(all) ? <Refusal problem={asProblem(all.error)} retry={() => void all.refetch()} /> : null}
      {all.isPending ? <Skeleton height={220} /> : null}
      {all.data && roots.length === 0 ? (
        <div className="card" style={{ padding: 48, textAlign: "center" }}>
          <Text fw={600}>{t("no-plural-yet", { plural: midSentence(entity.plural) })}</Text>
        </div>
      ) : null}
      {roots.length > 0 ? (
        <ul className="card tree" role="tree" aria-label={named(screen.name)} onKeyDown={moveFocus}>
          {walk(roots, closed).map(({ branch, level }, i) => (
            <Node key={branch.row.id} first={i === 0} {...{ branch, level, entity, columns, closed, toggle }} />
          ))}
        </ul>
      ) : null}
      {all.data?.more ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t("showing-the-first-maxrows", { maxRows })}
        </Text>
      ) : null}
    </>
  );
}

interface NodeProps {
  readonly branch: Branch;
  readonly level: number;
  readonly first: boolean;
  readonly entity: EntityData;
  readonly columns: ListData["columns"];
  readonly closed: ReadonlySet<string>;
  toggle(id: string): void;
}

function Node(props: NodeProps) {
  const { branch, level, first, entity, columns, closed, toggle } = props;
  const { product } = useProductContext();
  const { row, children } = branch;
  const open = !closed.has(row.id);
  const to = recordAddress(entity, row);
  const name = rowName(row, columns, named(entity.name), product);
  const details = columns.map((c) => textOf(c, valueAt(row, c.key), product)).filter((text) => text !== "" && !name.split(", ").includes(text));
  const hasBranches = children.length > 0;
  return (
    <li role="treeitem" aria-level={level} {...(hasBranches ? { "aria-expanded": open } : {})} tabIndex={first ? 0 : -1} data-id={row.id}>
      <div className="tree-row" style={{ paddingInlineStart: (level - 1) * 24 + 8 }}>
        <span className="tree-toggle" aria-hidden data-open={open || undefined} onClick={() => hasBranches && toggle(row.id)}>
          {hasBranches ? <IconChevronRight size={16} aria-hidden /> : null}
        </span>
        {to ? (
          <Link to={to} inherit fw={550}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <Text span fw={550}>
            <bdi>{name}</bdi>
          </Text>
        )}
        {details.length > 0 ? (
          <Text span size="sm" c="dimmed" className="tree-details">
            <bdi>{details.join(" · ")}</bdi>
          </Text>
        ) : null}
        {hasBranches ? (
          <Text span size="xs" c="dimmed">
            {children.length}
          </Text>
        ) : null}
      </div>
    </li>
  );
}

/** The expanded branches in reading order. A flat list with levels gives each item its own accessible name. */
function walk(branches: readonly Branch[], closed: ReadonlySet<string>, level = 1): { branch: Branch; level: number }[] {
  return branches.flatMap((branch) => [{ branch, level }, ...(closed.has(branch.row.id) ? [] : walk(branch.children, closed, level + 1))]);
}

/** The usual keys of a tree: arrows move, expand and collapse; Enter follows the link. */
function moveFocus(event: React.KeyboardEvent<HTMLUListElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const current = (event.target as Element).closest<HTMLElement>("[role=treeitem]");
  const at = current ? items.indexOf(current) : -1;
  const go = (item: HTMLElement | null | undefined) => {
    if (!item) return;
    for (const each of items) each.tabIndex = each === item ? 0 : -1;
    item.focus();
    event.preventDefault();
  };
  const button = current?.querySelector<HTMLElement>(".tree-toggle");
  const level = Number(current?.getAttribute("aria-level"));
  const expanded = current?.getAttribute("aria-expanded");
  if (event.key === "ArrowDown") go(items[at + 1]);
  else if (event.key === "ArrowUp") go(items[at - 1]);
  else if (event.key === "Home") go(items[0]);
  else if (event.key === "End") go(items.at(-1));
  else if (event.key === "ArrowRight" && expanded === "false") button?.click();
  else if (event.key === "ArrowRight" && expanded === "true") go(items[at + 1]);
  else if (event.key === "ArrowLeft" && expanded === "true") button?.click();
  else if (event.key === "ArrowLeft") go(items.slice(0, Math.max(at, 0)).findLast((item) => Number(item.getAttribute("aria-level")) < level));
  else if (event.key === "Enter" && event.target === current) current?.querySelector<HTMLElement>(":scope > .tree-row a")?.click();
}
