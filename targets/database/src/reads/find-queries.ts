/** Finds records by what people call them: an id, a unique field, or what the record is shown as. */
import type { Product } from "@nonet/model";
import { compile } from "../scope/compile.ts";
import { entityNamed, fromTable, type Scope } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";
import { fieldPredicate } from "../visibility/predicates.ts";
import { rowScope } from "./row-scope.ts";

/** `{id}` by the value of a field, or (field null) by what the record is shown as or by any unique field. */
export function findQuery(product: Product, entityName: string, field: string | null, value: unknown, reader: Reader | null = null): Query {
  const given = { ...(reader ? { reader } : {}), values: { text: value === null || value === undefined ? null : String(value) } };
  return cachedStatement(product, ["find", entityName, field, reader !== null], given, (to) => {
    const { s, may } = scopeFor(product, entityName, reader ? to.reader : null);
    const { tests, present } = testsFor(s, product, entityName, { field, text: s.params.bind(to.values.text, "text"), hasReader: reader !== null });
    return s.params.query(`select r.id from ${fromTable(entityNamed(product, entityName), "r")} where ${and([`(${tests.join(" or ") || "false"})`, present, may])} limit 2`);
  });
}

/**
 * The same for many texts at once: rows `{n, id, found}` for the texts that name a record, `n` from 1, `found` how many there are.
 * Each kind of name is compared by itself, so that PostgreSQL can hash the texts. Plan it with its values.
 */
export function findManyQuery(product: Product, entityName: string, field: string | null, texts: readonly string[], reader: Reader | null = null): Query {
  const given = { ...(reader ? { reader } : {}), values: { texts } };
  return cachedStatement(product, ["find many", entityName, field, reader !== null], given, (to) => {
    const { s, may } = scopeFor(product, entityName, reader ? to.reader : null);
    const { tests, present } = testsFor(s, product, entityName, { field, text: "u.text", hasReader: reader !== null });
    const from = `from unnest(${s.params.bind(to.values.texts, "text[]")}) with ordinality u(text, n) join ${fromTable(entityNamed(product, entityName), "r")}`;
    const parts = tests.map((test) => `select u.n, r.id ${from} on ${test} where ${and([present, may])}`);
    const made = s.params.query(
      `select x.n::int as n, min(x.id::text) as id, count(*)::int as found from (${parts.join(" union ") || "select 0 as n, null::uuid as id where false"}) x group by x.n`,
    );
    return { ...made, name: "" };
  });
}

const scopeFor = (product: Product, entityName: string, reader: Reader | null): { readonly s: Scope; readonly may: string } =>
  reader ? rowScope(product, reader, entityName) : { s: evaluationScope(product, entityName), may: "true" };

interface Named {
  readonly field: string | null;
  /** SQL of the text that names the record. */
  readonly text: string;
  readonly hasReader: boolean;
}

function testsFor(s: Scope, product: Product, entityName: string, { field, text, hasReader }: Named): { readonly tests: readonly string[]; readonly present: string } {
  const entity = entityNamed(product, entityName);
  const fields =
    field === null
      ? entity.fields.filter((f) => f.computed === null && (f.unique || f.type.kind === "sequence"))
      : entity.fields.filter((f) => f.name === field || f.key === field);
  const seen = (name: string, test: string): string => and([test, hasReader ? fieldPredicate(s, entity, "r", name, true) : "true"]);
  const tests = fields.map((f) =>
    seen(f.name, f.type.kind === "formatted" && f.type.format === "email" ? `lower(r.${f.column}) = lower(${text})` : `r."${f.column}"::text = ${text}`),
  );
  if (field === "id") tests.push(`r.id = nonet.to_uuid(${text})`);
  if (field === null) tests.push(`${compile(s, entity.shownAs)} = ${text}`);
  if (entity.name === "User" && (field === null || field === "email") && fields.every((f) => f.name !== "email")) tests.push(seen("email", `lower(r.email) = lower(${text})`));
  return { tests, present: entity.deleting.allowed === "archives" ? "r.archived_at is null" : "true" };
}
