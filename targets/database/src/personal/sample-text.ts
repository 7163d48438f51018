/** The text that stands in for a masked value of a format, as SQL. */
import { sampleText, type TextFormat } from "@nonet/model";
import { literal } from "../sql/sql-text.ts";

/** `n`: the SQL of a number that differs for each row. Null where values have to differ and the format can't show it. */
export function sampleOf(format: TextFormat, unique: boolean, n: string): string {
  switch (format) {
    case "email":
      return `'masked-' || ${n} || '@example.test'`;
    case "phone":
      return `'+49 30 ' || lpad((${n})::text, 8, '0')`;
    case "web address":
      return `'https://example.test/' || ${n}`;
    case "address":
      return `'Address ' || ${n}`;
    default:
      return unique ? "null" : literal(sampleText(format));
  }
}
