/** A chart, a list or a form of a page, under its title. */
import { Skeleton, Title } from "@mantine/core";
import type { PageElementData, ScreenData } from "@nonet/screens";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { ElementValues } from "../api/queries.ts";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { SourceLink } from "../context/source-link.tsx";
import { recordsOfChart } from "../dashboard/records-of-chart.ts";
import { EmptyList } from "../list/table/empty-list.tsx";
import { hasPicture, RecordCard } from "./record-card.tsx";

// A page without such an element needs none of this.
const Chart = lazy(() => import("../dashboard/chart.tsx").then((m) => ({ default: m.Chart })));
const FormPanel = lazy(() => import("../form/form-screen.tsx").then((m) => ({ default: m.FormPanel })));
const CallFormPanel = lazy(() => import("../form/call-form-screen.tsx").then((m) => ({ default: m.CallFormPanel })));
const ListTable = lazy(() => import("../list/table/list-table.tsx").then((m) => ({ default: m.ListTable })));

type Of<K extends PageElementData["kind"]> = Extract<PageElementData, { readonly kind: K }>;

interface PageElementProps {
  readonly screen: ScreenData;
  readonly element: Of<"chart" | "list" | "form">;
  readonly value: ElementValues | undefined;
  readonly waiting: boolean;
}

/** Whether the reader may read none of the records of which it is made. */
export const isWithheld = (value: ElementValues | undefined): boolean => value !== undefined && "why" in value && value.why !== undefined;

/** Nothing for what the reader may not see. */
export function PageElement({ screen, element, value, waiting }: PageElementProps) {
  const { lines } = useProductContext();
  if (isWithheld(value)) return null;
  return (
    <section aria-label={element.title} className={element.kind === "chart" ? "card page-chart" : undefined}>
      <Title order={2} size="h3" mb="md" dir="auto">
        {element.title} {lines ? <SourceLink at={element} of={element.title} /> : null}
      </Title>
      <Suspense fallback={<Skeleton height={180} />}>{contentOf(screen, element, value, waiting)}</Suspense>
    </section>
  );
}

function contentOf(screen: ScreenData, element: PageElementProps["element"], value: ElementValues | undefined, waiting: boolean): ReactNode {
  if (element.kind === "form") return <PageForm name={element.screen} />;
  if (element.kind === "list") return <PageList element={element} value={value} waiting={waiting} />;
  if (value?.kind !== "chart") return <Skeleton height={180} />;
  return <Chart form={element.form} title={element.title} points={value.points} currency={element.currency} addressOf={recordsOfChart(screen.name, element)} />;
}

/** Default 187: cards for visitors, a table for people with an account. */
function PageList({ element, value, waiting }: { element: Of<"list">; value: ElementValues | undefined; waiting: boolean }) {
  const { me } = useProductContext();
  const { list, title } = element;
  const entity = useEntity(list.entity);
  if (!entity) return null;
  const rows = value?.kind === "list" ? value.items : [];
  if (me.signedIn) return <ListTable list={list} entity={entity} rows={rows} loading={waiting} label={title} part />;
  if (waiting) return <Skeleton height={180} radius="md" />;
  if (rows.length === 0) return <EmptyList list={list} entity={entity} filtered={false} part />;
  const pictured = hasPicture(rows, list);
  return (
    <ul className="cards" aria-label={title}>
      {rows.map((row) => (
        <RecordCard key={row.id} row={row} list={list} entity={entity} pictured={pictured} heading="h3" />
      ))}
    </ul>
  );
}

function PageForm({ name }: { name: string }) {
  const { product } = useProductContext();
  const [saved, setSaved] = useState(0);
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saved > 0) here.current?.focus();
  }, [saved]);
  const screen = product.screens.find((one) => one.name === name);
  if (screen?.body.kind === "call form") return <CallFormPanel screen={screen} body={screen.body} />;
  // After saving, the page may stay where it is: the next one begins with an empty form.
  if (screen?.body.kind === "form")
    return (
      <div ref={here} tabIndex={-1} style={{ outline: "none" }}>
        <FormPanel key={saved} screen={screen} body={screen.body} parameters={{}} onSaved={() => setSaved(saved + 1)} />
      </div>
    );
  return null;
}
