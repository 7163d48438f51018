/** The days above a timeline, or its weeks where days would be too narrow to read. */
import { useProductContext } from "../context/product-context.tsx";
import { languageTag } from "../format/language-tag.ts";
import { formatDate } from "../format/format.ts";
import { dateFormat } from "../format/formatters.ts";

export interface TimelineHeadProps {
  readonly label: string;
  /** The width of the column of names, in pixels. */
  readonly names: number;
  readonly days: readonly string[];
  /** In pixels. */
  readonly dayWidth: number;
  readonly today: string;
  readonly weekly: boolean;
}

/** Of a small letter in the head, in pixels. */
const letterWidth = 7;

export function TimelineHead({ label, names, days, dayWidth, today, weekly }: TimelineHeadProps) {
  const { product } = useProductContext();
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(languageTag(product.language), { timeZone: "UTC", ...options });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  const week = format({ day: "numeric", month: "short" });
  const short = format({ weekday: "short" });
  // Some languages don't shorten their weekdays.
  const fits = days.slice(0, 7).every((day) => short.format(at(day)).length * letterWidth <= dayWidth);
  const weekday = fits ? short : format({ weekday: "narrow" });
  const size = weekly ? 7 : 1;
  const columns = days.filter((_, i) => i % size === 0);
  const isNow = (day: string, i: number) => day <= today && (columns[i + 1] === undefined ? today <= days.at(-1)! : today < columns[i + 1]!);
  return (
    <>
      <colgroup>
        <col style={{ width: names }} />
        {columns.map((day) => (
          <col key={day} style={{ width: dayWidth * size }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          {columns.map((day, i) => (
            <th
              key={day}
              scope="col"
              data-week={weekly || undefined}
              data-today={isNow(day, i) || undefined}
              aria-current={isNow(day, i) ? "date" : undefined}
              title={formatDate(day, product)}
            >
              {weekly ? week.format(at(day)) : Number(day.slice(8))}
              {weekly ? null : <span>{weekday.format(at(day))}</span>}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
