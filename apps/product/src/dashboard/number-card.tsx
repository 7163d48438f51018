/** A number of a dashboard or a page, with the way to the records of which it is made. */
import { Skeleton, Text } from "@mantine/core";
import type { ValueElementData } from "@nonet/screens";
import type { ElementValues } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { SourceLink } from "../context/source-link.tsx";
import { formatMoney, formatNumber } from "../format/format.ts";
import { behindAddress } from "../list/state/behind.ts";
import { Link } from "../navigation/link.tsx";
import { NotKnown } from "../value/not-known.tsx";
import { NotShown } from "../value/not-shown.tsx";
import { t } from "../texts/texts.ts";

export function NumberCard({ screen, element, value }: { screen: string; element: Extract<ValueElementData, { kind: "number" }>; value: ElementValues | undefined }) {
  const { product, lines } = useProductContext();
  const shown = value?.kind === "number" ? (value.value ?? value.known ?? null) : undefined;
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
      {value?.kind === "number" && value.value === null ? <NotKnown n={value.notKnown} /> : null}
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
