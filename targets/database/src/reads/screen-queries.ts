/** What a screen of a record or a form shows besides fields: its title, prefilled values, conditional elements. */
import type { Expression } from "@nonet/feel";
import type { Product, Template } from "@nonet/model";
import { compileAs } from "../scope/coerce.ts";
import { compile } from "../scope/compile.ts";
import { toJson } from "../scope/conversions.ts";
import { entityNamed, fromTable, ofDocument, type Scope, withVariables } from "../scope/scope.ts";
import type { Query, Reader, Variables } from "../sql/query.ts";
import { readerScope } from "../visibility/reader-scope.ts";
import { referenceJson } from "./record-json.ts";
import { rowScope } from "./row-scope.ts";
import { templateSql } from "./value-queries.ts";

export interface Shown {
  readonly name: string;
  readonly condition: Expression;
}

/** One row `{title, shown: {name: boolean}}`, with the reader's visibility; no row where they may not read the record. */
export function recordScreenQuery(
  product: Product,
  reader: Reader,
  entityName: string,
  id: string,
  ask: { readonly title: Template | null; readonly shown: readonly Shown[] },
): Query {
  const { s, entity, may } = rowScope(product, reader, entityName);
  const title = ask.title ? templateSql(s, ask.title, "readable") : "null::text";
  return s.params.query(`select ${title} as title, ${shownSql(s, ask.shown)} as shown from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")} and ${may}`);
}

export interface FormOptions {
  readonly entity: string | null;
  /** The values of the form so far, by JSON key, in the API's form. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly prefill: readonly { readonly key: string; readonly value: Expression }[];
  readonly shown: readonly Shown[];
}

/** One row `{prefill: {key: API form}, shown: {name: boolean}}`, evaluated over the form's values as the record. */
export function formScreenQuery(product: Product, reader: Reader, ask: FormOptions, variables: Variables = {}): Query {
  const base = readerScope(product, reader, variables);
  const s =
    ask.entity === null
      ? base
      : withVariables(base, ["this", { kind: "json", entity: entityNamed(product, ask.entity), sql: base.params.bind(JSON.stringify(ask.values), "jsonb"), draft: true }]);
  const pairs = ask.prefill.map(({ key, value }) => `${s.params.bind(key, "text")}, ${prefilled(s, value)}`);
  return s.params.query(`select ${pairs.length > 0 ? `jsonb_build_object(${pairs.join(", ")})` : "'{}'::jsonb"} as prefill, ${shownSql(s, ask.shown)} as shown`);
}

function prefilled(s: Scope, value: Expression): string {
  return value.type.kind === "record" ? referenceJson(s, entityNamed(s.product, value.type.name), compile(s, value)) : toJson(s, compile(s, value), value.type);
}

const shownSql = (s: Scope, shown: readonly Shown[]): string =>
  shown.length === 0
    ? "'{}'::jsonb"
    : `jsonb_build_object(${shown.map(({ name, condition }) => `${s.params.bind(name, "text")}, coalesce(${compileAs(ofDocument(s), condition, { kind: "boolean" })}, false)`).join(", ")})`;
