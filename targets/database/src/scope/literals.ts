/** Compiles literals: their values become parameters of the statement. */
import { keptDuration, readDuration, type Type } from "@nonet/feel";
import { sqlType } from "../columns/column-type.ts";
import { type Scope, unsupported, zone } from "./scope.ts";

export function compileLiteral(s: Scope, written: null | boolean | string, type: Type): string {
  if (written === null) return `null::${sqlType(type)}`;
  if (typeof written === "boolean") return String(written);
  const value = /^(date|time|.* duration)/.test(type.kind) ? withinReach(written, type) : written;
  if (type.kind === "number" && isBeyondDecimal(value)) return unsupported("a number beyond the range of FEEL, which is that of decimal128 (1e-6143 to 1e6144)");
  switch (type.kind) {
    case "date and time": {
      const plain = value.replace(/[@[].*$/, "");
      const named = /[@[]([^\]]+)/.exec(value)?.[1];
      if (/(Z|[+-]\d\d:?\d\d)$/.test(plain)) return s.params.bind(plain, "timestamptz");
      return type.zoned ? `nonet.instant(${s.params.bind(plain, "timestamp")}, ${named ? s.params.bind(named, "text") : zone(s)})` : s.params.bind(plain, "timestamp");
    }
    case "years and months duration":
    case "days and time duration":
      return value.startsWith("-") ? `(-${s.params.bind(value.slice(1), "interval")})` : s.params.bind(value, "interval");
    case "any":
    case "context":
      return s.params.bind(JSON.stringify(value), "jsonb");
    default:
      return s.params.bind(value, sqlType(type));
  }
}

/** DMN 1.5, section 10.3.2.3.1: numbers are those of IEEE 754 decimal128. PostgreSQL refuses larger exponents with an error. */
function isBeyondDecimal(text: string): boolean {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const power = Number(exponent);
  return whole.length + power > 6145 || power < -6143 || fraction.length > 6143;
}

/** Truncated to the microsecond, as the evaluator of `@nonet/feel` does; values beyond PostgreSQL's range are refused. */
function withinReach(text: string, type: Type): string {
  if (type.kind.startsWith("date") && !/^(?!0000)\d{4}-/.test(text)) return unsupported("a date outside of the years 1 to 9999");
  if (type.kind === "time" && !/^[\d:.]+$/.test(text)) return unsupported("a time with a zone, except in `date and time(date, time)`");
  if (type.kind.endsWith("duration") && keptDuration(readDuration(text)) === null) return unsupported("so long a duration");
  return text.replace(/(\.\d{6})\d+/, "$1");
}
