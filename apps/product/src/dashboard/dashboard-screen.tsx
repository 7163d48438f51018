/** A dashboard's numbers, charts, lists and texts in document order. */
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import type { ScreenData } from "@nonet/screens";
import { blockingError, useScreenValues, type ElementValues } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { SourceLink } from "../context/source-link.tsx";
import { formatMoney, formatNumber } from "../format/format.ts";
import { behindAddress } from "../list/state/list-state.ts";
import { ListTable } from "../list/list-table.tsx";
import { Link } from "../navigation/link.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { InlineProse } from "../value/inline-prose.tsx";
import { NotShown } from "../value/not-shown.tsx";
import { Chart } from "./chart.tsx";
import { t } from "../texts/texts.ts";

type DashboardBody = Extract<ScreenData["body"], { kind: "dashboard" }>;
type Element = DashboardBody["elements"][number];

export function DashboardScreen({ screen, body }: { screen: ScreenData; body: DashboardBody }) {
  const values = useScreenValues(screen.name);
  const at = (e: Element): ElementValues | undefined => (values.data?.kind === "dashboard" ? values.data.elements[body.elements.indexOf(e)] : undefined);
  const numbers = body.elements.filter((e) => e.kind === "number");
  const others = body.elements.filter((e) => e.kind !== "number");
  return (
    <>
      <Heading title={screen.name} screen={screen} />
      {blockingError(values) ? <Refusal problem={asProblem(values.error)} retry={() => void values.refetch()} /> : null}
      <Stack gap="lg">
        {numbers.length > 0 ? (
          <div className="dashboard-numbers">
            {numbers.map((e, i) => (
              <NumberCard key={i} screen={screen.name} element={e} value={at(e)} />
            ))}
          </div>
        ) : null}
        <div className="dashboard-others">
          {others.map((e, i) => (
            <OtherElement key={i} screen={screen.name} element={e} value={at(e)} waiting={values.isPending} />
          ))}
        </div>
        {body.elements.length === 0 ? <Text c="dimmed">{t("this-dashboard-is-empty-add-elements-to")}</Text> : null}
      </Stack>
    </>
  );
}

function NumberCard({ screen, element, value }: { screen: string; element: Extract<Element, { kind: "number" }>; value: ElementValues | undefined }) {
  const { product, lines } = useProductContext();
  const shown = value?.kind === "number" ? value.value : undefined;
  return (
    <section className="card" style={{ padding: "18px 22px" }} aria-label={element.title}>
      <Text size="sm" c="dimmed" dir="auto">
        {element.title} {lines ? <SourceLink at={element} of={element.title} /> : null}
      </Text>
      {shown === undefined ? (
        <Skeleton height={34} mt={6} width={80} />
      ) : (
        <Text fz={34} fw={680} lh={1.25} className="numeric" style={{ whiteSpace: "normal" }}>
          {value?.kind === "number" && value.notShown ? (
            <NotShown needs={value.notShown} />
          ) : shown === null ? (
            "–"
          ) : (
            <NumberText to={element.opens === null ? null : behindAddress(element.opens, { dashboard: screen, element: element.title })} title={element.title}>
              {element.currency ? formatMoney(shown, element.currency, product) : formatNumber(shown, product)}
            </NumberText>
          )}
        </Text>
      )}
      {value?.kind === "number" && value.why ? (
        <Text size="sm" c="dimmed">
          {value.why}
        </Text>
      ) : null}
    </section>
  );
}

/** The number, and the way to the records of which it is made. */
const NumberText = ({ to, title, children }: { to: string | null; title: string; children: string }) =>
  to === null ? (
    children
  ) : (
    <Link to={to} inherit c="inherit" aria-label={`${title}: ${children}. ${t("show-the-records")}`}>
      {children}
    </Link>
  );

function OtherElement({ screen, element, value, waiting }: { screen: string; element: Exclude<Element, { kind: "number" }>; value: ElementValues | undefined; waiting: boolean }) {
  const { lines } = useProductContext();
  return (
    <section
      aria-label={element.title}
      {...(element.kind === "chart" ? { className: "card", style: { padding: "18px 22px" } } : element.kind === "list" ? { className: "dashboard-list" } : {})}
    >
      <Title order={2} size="h4" mb="sm" dir="auto">
        {element.title} {lines ? <SourceLink at={element} of={element.title} /> : null}
      </Title>
      {element.kind === "text" ? (
        <Text style={{ whiteSpace: "pre-wrap" }} dir="auto">
          <InlineProse text={element.text} />
        </Text>
      ) : null}
      {value && "why" in value && value.why ? (
        <Text c="dimmed">{value.why}</Text>
      ) : element.kind === "chart" ? (
        value?.kind === "chart" ? (
          <Chart form={element.form} title={element.title} points={value.points} currency={element.currency} addressOf={addressOf(screen, element)} />
        ) : (
          <Skeleton height={180} />
        )
      ) : null}
      {element.kind === "list" && !(value?.kind === "list" && value.why) ? <ElementList element={element} value={value} waiting={waiting} /> : null}
    </section>
  );
}

const addressOf = (screen: string, { opens, title }: Extract<Element, { kind: "chart" }>) =>
  opens === null ? undefined : (label: string) => behindAddress(opens, { dashboard: screen, element: title, label });

function ElementList({ element, value, waiting }: { element: Extract<Element, { kind: "list" }>; value: ElementValues | undefined; waiting: boolean }) {
  const entity = useEntity(element.list.entity);
  if (!entity) return null;
  return <ListTable list={element.list} entity={entity} rows={value?.kind === "list" ? value.items : []} loading={waiting} label={element.title} part />;
}
