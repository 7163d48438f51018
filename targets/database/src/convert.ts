/** Turns SQL values into JSON and texts, and JSON into SQL values; what doesn't fit becomes null, never an error. */
import type { Type } from "@nonet/feel";
import { minorUnitsOf, sqlType } from "./columns.ts";
import { zone, type Scope } from "./compile-scope.ts";

/** A value of this type out of a JSON expression. */
export function fromJson(s: Scope, json: string, type: Type): string {
  const text = `nonet.scalar(${json})`;
  switch (type.kind) {
    case "boolean":
      return `nonet.json_boolean(${json})`;
    case "number":
      return `nonet.to_numeric(${text})`;
    case "string":
    case "null":
      return `nonet.scalar(case when jsonb_typeof(${json}) = 'object' and ${json} ? 'id' then ${json} -> 'id' else ${json} end)`;
    case "date":
      return `coalesce(nonet.to_date(${text}), ${`(nonet.to_instant(${text}, ${zone(s)}) at time zone ${zone(s)})::date`})`;
    case "time":
      return `nonet.to_time(${text})`;
    case "date and time":
      return type.zoned ? `nonet.to_instant(${text}, ${zone(s)})` : `nonet.to_local(${text})`;
    case "years and months duration":
    case "days and time duration":
      return `nonet.to_duration(${text})`;
    case "record":
      return `nonet.json_id(${json})`;
    case "list": {
      const item = s.params.alias("j");
      return `array(select ${sqlType(type) === "jsonb[]" ? `${item}.v` : fromJson(s, `${item}.v`, type.of)} from nonet.json_items(${json}) with ordinality ${item}(v, n) order by ${item}.n)::${sqlType(type)}`;
    }
    default:
      return `nullif(${json}, 'null'::jsonb)`;
  }
}

/** `api`: the derived API's forms (decimals as text); `plain`: as JSON is usually written (numbers as numbers), for calls' bodies. */
export function toJson(s: Scope, sql: string, type: Type, form: "api" | "plain"): string {
  switch (type.kind) {
    case "number":
      if (type.integer && type.unit === undefined) return `to_jsonb(trim_scale((${sql})::numeric))`;
      return form === "api"
        ? `to_jsonb(${numberText(sql, type)})`
        : type.unit !== undefined && type.unit !== "%"
          ? `to_jsonb(round((${sql})::numeric, ${minorUnitsOf(type.unit)}))`
          : `to_jsonb(trim_scale((${sql})::numeric))`;
    case "boolean":
      return `to_jsonb((${sql})::boolean)`;
    case "string":
    case "null":
      return `to_jsonb((${sql})::text)`;
    case "record":
      return `to_jsonb((${sql})::text)`;
    case "date":
      return `to_jsonb((${sql})::date::text)`;
    case "time":
    case "date and time":
    case "years and months duration":
    case "days and time duration":
      return `to_jsonb(${isoText(sql, type)})`;
    case "list": {
      const item = s.params.alias("j");
      const each = sqlType(type) === "jsonb[]" ? `${item}.v` : toJson(s, `${item}.v`, type.of, form);
      return `(select coalesce(jsonb_agg(${each} order by ${item}.n), '[]'::jsonb) from unnest(${sql}) with ordinality ${item}(v, n))`;
    }
    default:
      return `(${sql})::jsonb`;
  }
}

export const numberText = (sql: string, type: Type): string =>
  type.kind === "number" && type.unit !== undefined && type.unit !== "%" ? `round((${sql})::numeric, ${minorUnitsOf(type.unit)})::text` : `trim_scale((${sql})::numeric)::text`;

/** FEEL's `string(…)`, and the API's texts. */
export function isoText(sql: string, type: Type): string {
  switch (type.kind) {
    case "number":
      return `trim_scale((${sql})::numeric)::text`;
    case "time":
      return `nonet.time_text((${sql})::time)`;
    case "date and time":
      return type.zoned ? `nonet.instant_text(${sql})` : `nonet.local_text(${sql})`;
    case "years and months duration":
      return `replace(nonet.duration_text(${sql}), 'PT0S', 'P0M')`;
    case "days and time duration":
      return `nonet.duration_text(${sql})`;
    case "any":
    case "open":
      return `nonet.scalar(${sql})`;
    default:
      return `(${sql})::text`;
  }
}

/** As a person reads it: `3 March 2026`, `3 March 2026, 14:05`, `12.50`, `19 %`, `yes`. */
export function readableText(s: Scope, sql: string, type: Type): string {
  switch (type.kind) {
    case "number":
      return type.unit === "%" ? `trim_scale((${sql})::numeric * 100)::text || ' %'` : numberText(sql, type);
    case "boolean":
      return `case when ${sql} then 'yes' when not ${sql} then 'no' end`;
    case "date":
      return `nonet.date_words(${sql})`;
    case "date and time": {
      const at = type.zoned ? `(${sql} at time zone ${zone(s)})` : `(${sql})`;
      return `nonet.date_words(${at}::date) || ', ' || to_char(${at}, 'HH24:MI')`;
    }
    case "years and months duration":
    case "days and time duration":
      return `nonet.duration_words(${sql})`;
    case "list": {
      const item = s.params.alias("j");
      return `(select string_agg(${readableText(s, `${item}.v`, type.of)}, ', ' order by ${item}.n) from unnest(${sql}) with ordinality ${item}(v, n))`;
    }
    default:
      return isoText(sql, type);
  }
}
