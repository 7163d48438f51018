/** Bars, a line, an area or a pie as SVG, with the same numbers in a table for screen readers. */
import { Group, Text, VisuallyHidden } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { formatMoney, formatNumber, formatPeriod } from "../format/format.ts";

export interface ChartProps {
  readonly form: string;
  readonly title: string;
  readonly currency: string | null;
  /** A null value is empty, not zero: it has a label, but nothing is drawn. */
  readonly points: readonly { readonly label: string; readonly value: string | null }[];
}

export function Chart(given: ChartProps) {
  const { product } = useProductContext();
  const props = { ...given, points: given.points.map((p) => ({ ...p, label: formatPeriod(p.label, product) || "–" })) };
  const show = (v: string | null) => (v === null ? "–" : props.currency ? formatMoney(v, props.currency, product) : formatNumber(v, product));
  if (props.points.length === 0)
    return (
      <Text c="dimmed" size="sm">
        No data yet. The chart appears when there are records.
      </Text>
    );
  return (
    <>
      {props.form === "pie" ? <Pie {...props} show={show} /> : props.form === "bars" ? <Bars {...props} show={show} /> : <Curve {...props} show={show} />}
      <VisuallyHidden>
        <table>
          <caption>{props.title}</caption>
          <tbody>
            {props.points.map((p) => (
              <tr key={p.label}>
                <th scope="row">{p.label}</th>
                <td>{show(p.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

type Drawn = ChartProps & { show(v: string | null): string };
const maximum = (points: ChartProps["points"]) => Math.max(...points.map((p) => Number(p.value)), 0) || 1;

function Bars({ points, show }: Drawn) {
  const top = maximum(points);
  return (
    <div aria-hidden style={{ display: "flex", alignItems: "flex-end", gap: 10, height: 200, overflowX: "auto" }}>
      {points.map((p) => (
        <div key={p.label} title={`${p.label}: ${show(p.value)}`} style={{ flex: "1 0 44px", maxWidth: 96, textAlign: "center" }}>
          <Text size="xs" fw={600}>
            {show(p.value)}
          </Text>
          <div
            style={{ height: p.value === null ? 0 : Math.max(2, (Number(p.value) / top) * 145), background: "var(--mantine-primary-color-filled)", borderRadius: "6px 6px 0 0" }}
          />
          <Text size="xs" c="dimmed" truncate mt={4} dir="auto">
            {p.label}
          </Text>
        </div>
      ))}
    </div>
  );
}

function Curve({ points, form, show }: Drawn) {
  const top = maximum(points);
  const x = (i: number) => (points.length === 1 ? 300 : (i / (points.length - 1)) * 590 + 5);
  const y = (v: string) => 160 - (Number(v) / top) * 145;
  const drawn = points.flatMap(({ label, value }, i) => (value === null ? [] : [{ label, value, x: x(i), y: y(value) }]));
  const line = drawn.map((p) => `${p.x},${p.y}`).join(" ");
  const [first, last] = [drawn[0]?.x ?? 0, drawn.at(-1)?.x ?? 0];
  return (
    <div aria-hidden>
      <svg viewBox="0 0 600 168" width="100%" height={190} preserveAspectRatio="none">
        {form === "area" ? <polygon points={`${first},165 ${line} ${last},165`} fill="var(--mantine-primary-color-filled)" opacity={0.18} /> : null}
        <polyline points={line} fill="none" stroke="var(--mantine-primary-color-filled)" strokeWidth={2.5} vectorEffect="non-scaling-stroke" />
        {drawn.map((p) => (
          <circle key={p.label} cx={p.x} cy={p.y} r={3} fill="var(--mantine-primary-color-filled)">
            <title>{`${p.label}: ${show(p.value)}`}</title>
          </circle>
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
    </div>
  );
}

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
              stroke="var(--mantine-primary-color-filled)"
              strokeOpacity={1 - (i % 6) * 0.15}
              strokeWidth={9}
              strokeDasharray={`${Math.max(0, part - 0.6)} ${100 - part + 0.6}`}
              strokeDashoffset={25 - turned}
            />
          );
        })}
      </svg>
      <div>
        {points.map((p, i) => (
          <Group key={p.label} gap={8}>
            <span style={{ width: 12, height: 12, borderRadius: 3, background: "var(--mantine-primary-color-filled)", opacity: 1 - (i % 6) * 0.15 }} />
            <Text size="sm">
              <bdi>{p.label}</bdi>: {show(p.value)}
            </Text>
          </Group>
        ))}
      </div>
    </Group>
  );
}
