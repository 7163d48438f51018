/** A dashboard's numbers, charts, lists and texts in document order. */
import { Skeleton, Text, Title } from "@mantine/core";
import type { ScreenData } from "@nonet/screens";
import { blockingError, useScreenValues, type ElementValues } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { useScreenInPlaceOfPaint } from "../context/first-paint.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { SourceLink } from "../context/source-link.tsx";
import { ListTable } from "../list/table/list-table.tsx";
import { Link } from "../navigation/link.tsx";
import { Refusal } from "../problem/problem-alert.tsx";
import { InlineProse } from "../value/inline-prose.tsx";
import { Chart } from "./chart.tsx";
import { NumberCard } from "./number-card.tsx";
import { recordsOfChart } from "./records-of-chart.ts";
import { t } from "../texts/texts.ts";

type DashboardBody = Extract<ScreenData["body"], { kind: "dashboard" }>;
type Element = DashboardBody["elements"][number];

export function DashboardScreen({ screen, body }: { screen: ScreenData; body: DashboardBody }) {
  const values = useScreenValues(screen.name);
  useScreenInPlaceOfPaint(!values.isPending);
  const at = (e: Element): ElementValues | undefined => ("index" in e && values.data?.kind === "dashboard" ? values.data.elements[e.index] : undefined);
  const answers = body.elements.flatMap((e) => (e.kind === "text" ? [] : (at(e) ?? [])));
  const unreadable = answers.length > 0 && answers.every((one) => "why" in one && one.why) ? [...new Set(answers.map((one) => ("why" in one ? one.why! : "")))] : null;
  const numbers = body.elements.filter((e) => e.kind === "number");
  const others = body.elements.filter((e) => e.kind !== "number");
  return (
    <>
      <Heading title={screen.name} screen={screen} />
      {blockingError(values) ? <Refusal problem={asProblem(values.error)} retry={() => void values.refetch()} /> : null}
      {unreadable && body.elements.every(({ kind }) => kind !== "text") ? (
        <NothingToRead reasons={unreadable} />
      ) : (
        <div className="dashboard">
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
        </div>
      )}
    </>
  );
}

/** Instead of a page of empty cards, which would all say the same. */
function NothingToRead({ reasons }: { reasons: readonly string[] }) {
  const { me } = useProductContext();
  return (
    <div className="card" style={{ padding: 40, textAlign: "center" }}>
      <Text fw={600}>{t("your-roles-show-none-of-these-records")}</Text>
      {reasons.map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}
        </Text>
      ))}
      {me.owner ? (
        <Link to="/people" mt="md" display="inline-block">
          {t("choose-your-roles-on-people")}
        </Link>
      ) : null}
    </div>
  );
}

function OtherElement({ screen, element, value, waiting }: { screen: string; element: Exclude<Element, { kind: "number" }>; value: ElementValues | undefined; waiting: boolean }) {
  const { lines } = useProductContext();
  return (
    <section
      aria-label={element.title || undefined}
      {...(element.kind === "chart" ? { className: "card", style: { padding: "18px 22px" } } : element.kind === "list" ? { className: "dashboard-list" } : {})}
    >
      {element.title || lines ? (
        <Title order={2} size="h4" mb="sm" dir="auto">
          {element.title} {lines ? <SourceLink at={element} of={element.title} /> : null}
        </Title>
      ) : null}
      {element.kind === "text" ? (
        <Text style={{ whiteSpace: "pre-wrap" }} dir="auto">
          <InlineProse text={element.text} />
        </Text>
      ) : null}
      {value && "why" in value && value.why ? (
        <Text c="dimmed">{value.why}</Text>
      ) : element.kind === "chart" ? (
        value?.kind === "chart" ? (
          <Chart form={element.form} title={element.title} points={value.points} currency={element.currency} addressOf={recordsOfChart(screen, element)} />
        ) : (
          <Skeleton height={180} />
        )
      ) : null}
      {element.kind === "list" && !(value?.kind === "list" && value.why) ? <ElementList element={element} value={value} waiting={waiting} /> : null}
    </section>
  );
}

function ElementList({ element, value, waiting }: { element: Extract<Element, { kind: "list" }>; value: ElementValues | undefined; waiting: boolean }) {
  const entity = useEntity(element.list.entity);
  if (!entity) return null;
  return <ListTable list={element.list} entity={entity} rows={value?.kind === "list" ? value.items : []} loading={waiting} label={element.title} part />;
}
