/** Turns SQL values into JSON and texts, and JSON into SQL values; what doesn't fit becomes null, never an error. */
import type { Type } from "@nonet/feel";
import { sqlType } from "../columns/column-type.ts";
import { minorUnitsOf } from "../columns/money.ts";
import { type Scope, zone } from "./scope.ts";

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

/** In the API's form: decimals as text, money rounded to its currency's minor unit. What is inside an object leaves as a call's body, as ordinary JSON. */
export function toJson(s: Scope, sql: string, type: Type): string {
  switch (type.kind) {
    case "number":
      return type.integer && type.unit === undefined ? exactJson(s, sql, type) : `to_jsonb(${numberText(sql, type)})`;
    case "list":
      return listJson(s, sql, type, (item) => (!isInJson(type) ? toJson(s, item, type.of) : holdsMoney(type.of) ? roundedJson(s, item, type.of) : item));
    case "context":
      return holdsMoney(type) ? roundedJson(s, exactJson(s, sql, type), type) : exactJson(s, sql, type);
    default:
      return exactJson(s, sql, type);
  }
}

/** In the form that expressions use among values of other kinds: numbers as numbers, nothing rounded. */
export function exactJson(s: Scope, sql: string, type: Type): string {
  switch (type.kind) {
    case "number":
      return `to_jsonb(trim_scale((${sql})::numeric))`;
    case "boolean":
      return `to_jsonb((${sql})::boolean)`;
    case "string":
    case "null":
    case "record":
      return `to_jsonb((${sql})::text)`;
    case "date":
      return `to_jsonb((${sql})::date::text)`;
    case "time":
    case "date and time":
    case "years and months duration":
    case "days and time duration":
      return `to_jsonb(${isoText(sql, type)})`;
    case "list":
      return listJson(s, sql, type, (item) => (isInJson(type) ? item : exactJson(s, item, type.of)));
    default:
      return `(${sql})::jsonb`;
  }
}

type List = Type & { kind: "list" };
const isInJson = (type: List): boolean => sqlType(type) === "jsonb[]";

function listJson(s: Scope, sql: string, type: List, each: (item: string) => string): string {
  const item = s.params.alias("j");
  return `(select coalesce(jsonb_agg(${each(`${item}.v`)} order by ${item}.n), '[]'::jsonb) from unnest(${sql}) with ordinality ${item}(v, n))`;
}

const isMoney = (type: Type): boolean => type.kind === "number" && type.unit !== undefined && type.unit !== "%";
const holdsMoney = (type: Type): boolean =>
  isMoney(type) || (type.kind === "list" && holdsMoney(type.of)) || (type.kind === "context" && Object.values(type.entries).some(holdsMoney));

/** The JSON with each amount of money in it rounded. */
function roundedJson(s: Scope, json: string, type: Type): string {
  if (isMoney(type)) return `to_jsonb(round(nonet.to_numeric(nonet.scalar(${json})), ${minorUnitsOf((type as Type & { kind: "number" }).unit!)}))`;
  const item = s.params.alias("j");
  if (type.kind === "list") {
    const all = `select jsonb_agg(${roundedJson(s, `${item}.v`, type.of)} order by ${item}.n) from nonet.json_items(${json}) with ordinality ${item}(v, n)`;
    return `(case when jsonb_typeof(${json}) = 'array' then coalesce((${all}), '[]') end)`;
  }
  const entries = Object.entries((type as Type & { kind: "context" }).entries).filter(([, each]) => holdsMoney(each));
  const rounded = entries.map(([name, each]) => {
    const key = s.params.bind(name, "text");
    return `case when ${item}.v ? ${key} then jsonb_build_object(${key}, ${roundedJson(s, `(${item}.v -> ${key})`, each)}) else '{}' end`;
  });
  return `(select ${item}.v || ${rounded.join(" || ")} from (select ${json} as v) ${item})`;
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

/** In readable form: `3 March 2026`, `3 March 2026, 14:05`, `12.50`, `19 %`, `yes`. */
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
