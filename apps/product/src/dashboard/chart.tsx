/** Bars, a line, an area or a pie as SVG, with the same numbers in a table for screen readers and for the keyboard. */
import { Group, Text } from "@mantine/core";
import type { ProductData } from "@nonet/screens";
import type { ReactNode } from "react";
import { useProductContext } from "../context/product-context.tsx";
import type { KnownValue } from "../api/queries.ts";
import { Link } from "../navigation/link.tsx";
import { followLink } from "../navigation/location.ts";
import { formatMoney, formatNumber, formatPeriod } from "../format/format.ts";
import { named } from "../texts/names.ts";
import { NotKnown } from "../value/not-known.tsx";
import { t } from "../texts/texts.ts";

export interface ChartProps {
  readonly form: string;
  readonly title: string;
  readonly currency: string | null;
  /** A null value is empty, not zero: it has a label, but nothing is drawn, unless the value of some of its records is known. */
  readonly points: readonly ({ readonly label: string } & KnownValue)[];
  /** The address of the records behind a point, by its label. */
  readonly addressOf?: ((label: string) => string) | undefined;
}

export function Chart(given: ChartProps) {
  const { product } = useProductContext();
  const props = { ...given, points: given.points.map((p) => pointOf(p, given.addressOf?.(p.label), product)) };
  const show = (v: string | null): string => (v === null ? "–" : props.currency ? formatMoney(v, props.currency, product) : formatNumber(v, product));
  if (props.points.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t("no-data-yet-the-chart-appears-when")}
      </Text>
    );
  return (
    <>
      {props.form === "pie" ? <Pie {...props} show={show} /> : props.form === "bars" ? <Bars {...props} show={show} /> : <Curve {...props} show={show} />}
      <div className="chart-table">
        <table>
          <caption>{props.title}</caption>
          <tbody>
            {props.points.map((p) => (
              <tr key={p.label}>
                <th scope="row">{p.label}</th>
                <td>
                  {p.to ? <Link to={p.to}>{show(p.value)}</Link> : show(p.value)}
                  <NotKnown n={p.notKnown} isInline />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface Point {
  readonly label: string;
  readonly value: string | null;
  /** How many of its records have no value, where the value is that of the others. */
  readonly notKnown: number;
  readonly to: string | undefined;
}

const pointOf = ({ label, value, known, notKnown = 0 }: ChartProps["points"][number], to: string | undefined, product: ProductData): Point => ({
  label: named(formatPeriod(label, product)) || "–",
  value: value ?? known ?? null,
  notKnown: value === null ? notKnown : 0,
  to,
});
type Drawn = Pick<ChartProps, "form"> & { readonly points: readonly Point[]; show(v: string | null): string };

/** For the mouse; the table has the same links for the keyboard. */
function Opens({ to, children, ...rest }: { to: string | undefined; title?: string; style?: React.CSSProperties; children: ReactNode }) {
  return to ? (
    <a href={to} tabIndex={-1} onClick={followLink(to)} className="chart-link" {...rest}>
      {children}
    </a>
  ) : (
    <div {...rest}>{children}</div>
  );
}

const maximum = (points: readonly Point[]) => Math.max(...points.map((p) => Number(p.value)), 0) || 1;

function Bars({ points, show }: Drawn) {
  const top = maximum(points);
  return (
    <div aria-hidden style={{ display: "flex", alignItems: "flex-end", gap: 10, height: 200, overflowX: "auto" }}>
      {points.map((p) => (
        <Opens key={p.label} to={p.to} title={`${p.label}: ${show(p.value)}`} style={{ flex: "1 0 44px", maxWidth: 140, textAlign: "center" }}>
          <Text size="xs" fw={600}>
            {show(p.value)}
            <NotKnown n={p.notKnown} />
          </Text>
          <div
            style={{ height: p.value === null ? 0 : Math.max(2, (Number(p.value) / top) * 145), background: "var(--mantine-primary-color-filled)", borderRadius: "6px 6px 0 0" }}
          />
          <Text size="xs" c="dimmed" truncate mt={4} dir="auto">
            {p.label}
          </Text>
        </Opens>
      ))}
    </div>
  );
}

const SvgOpens = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <a href={to} tabIndex={-1} onClick={followLink(to)}>
      {children}
    </a>
  ) : (
    children
  );

function Curve({ points, form, show }: Drawn) {
  const top = maximum(points);
  const x = (i: number) => (points.length === 1 ? 300 : (i / (points.length - 1)) * 590 + 5);
  const y = (v: string) => 160 - (Number(v) / top) * 145;
  const drawn = points.flatMap(({ label, value, to }, i) => (value === null ? [] : [{ label, value, to, x: x(i), y: y(value) }]));
  const line = drawn.map((p) => `${p.x},${p.y}`).join(" ");
  // The whole height around a point opens what is behind it.
  const reach = points.length === 1 ? 300 : 295 / (points.length - 1);
  const [first, last] = [drawn[0]?.x ?? 0, drawn.at(-1)?.x ?? 0];
  return (
    <div aria-hidden>
      <svg viewBox="0 0 600 168" width="100%" height={190} preserveAspectRatio="none">
        {form === "area" ? <polygon points={`${first},165 ${line} ${last},165`} fill="var(--mantine-primary-color-filled)" opacity={0.18} /> : null}
        <polyline points={line} fill="none" stroke="var(--mantine-primary-color-filled)" strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
        {drawn.map((p) => (
          <SvgOpens key={p.label} to={p.to}>
            <rect x={p.x - reach} width={2 * reach} y={0} height={168} className="chart-reach">
              <title>{`${p.label}: ${show(p.value)}`}</title>
            </rect>
            <circle cx={p.x} cy={p.y} r={4} fill="var(--mantine-primary-color-filled)">
              <title>{`${p.label}: ${show(p.value)}`}</title>
            </circle>
          </SvgOpens>
        ))}
      </svg>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {points[0]!.label}
        </Text>
        <Text size="xs" c="dimmed">
          {points.at(-1)!.label}
        </Text>
      </Group>
      <NotKnown n={points.reduce((sum, { notKnown }) => sum + notKnown, 0)} />
    </div>
  );
}

/** Shades of the product's colour, so that each part differs from its neighbours and from the page. */
const [shadesOnLight, shadesOnDark] = [
  [8, 4, 6, 3, 5, 2],
  [3, 6, 4, 7, 2, 5],
];
const shade = (number: number): string => `var(--mantine-color-product-${number})`;
const shadeOf = (part: number): string => `light-dark(${shade(shadesOnLight![part % 6]!)}, ${shade(shadesOnDark![part % 6]!)})`;

function Pie({ points, show }: Drawn) {
  const total = points.reduce((sum, p) => sum + Number(p.value), 0) || 1;
  const parts = points.map((p) => (Number(p.value) / total) * 100);
  return (
    <Group aria-hidden gap="xl">
      <svg viewBox="0 0 42 42" width={170} height={170}>
        {points.map((p, i) => {
          const part = parts[i]!;
          const turned = parts.slice(0, i).reduce((sum, one) => sum + one, 0);
          return (
            <circle
              key={p.label}
              cx={21}
              cy={21}
              r={15.9155}
              fill="none"
              style={{ stroke: shadeOf(i) }}
              strokeWidth={9}
              strokeDasharray={`${Math.max(0, part - 0.6)} ${100 - part + 0.6}`}
              strokeDashoffset={25 - turned}
            />
          );
        })}
      </svg>
      <div>
        {points.map((p, i) => (
          <Opens key={p.label} to={p.to} style={{ display: "flex", alignItems: "center", gap: 8 }}>
            <span style={{ width: 12, height: 12, borderRadius: 3, background: shadeOf(i) }} />
            <Text size="sm">
              <bdi>{p.label}</bdi>: {show(p.value)}
              <NotKnown n={p.notKnown} isInline />
            </Text>
          </Opens>
        ))}
      </div>
    </Group>
  );
}
