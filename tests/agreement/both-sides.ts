/** Evaluates expressions over every row by closure and by SQL, in one statement for many, and says where they differ. */
import type pg from "pg";
import { check, compile, type Expression, toJson as valueToJson, type Type, type Value } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { systemScope } from "../../targets/database/src/expressions/system-scope.ts";
import { compile as compileSql } from "../../targets/database/src/scope/compile.ts";
import { entityNamed, fromTable, type Scope as SqlScope, Unsupported, withVariables } from "../../targets/database/src/scope/scope.ts";
import { toJson } from "../../targets/database/src/scope/conversions.ts";
import type { Row } from "./specification.ts";
import type { World } from "./world.ts";

export interface Difference {
  readonly text: string;
  readonly row: Row;
  readonly closure: string;
  readonly sql: string;
}

export interface Outcome {
  readonly differences: readonly Difference[];
  readonly pairs: number;
  /** Texts that the checker refused, with what it said. */
  readonly refused: readonly (readonly [string, string])[];
  /** Texts that SQL can't say, with why. */
  readonly unsupported: readonly (readonly [string, string])[];
}

export interface Sides {
  readonly client: pg.Client;
  readonly product: Product;
  readonly world: World;
  readonly rows: readonly Row[];
  readonly now: string;
  readonly zone: string;
}

interface Prepared {
  readonly text: string;
  readonly expression: Expression;
}

const at = { file: 0, from: 0 };

export async function compareSides(sides: Sides, texts: readonly string[]): Promise<Outcome> {
  const refused: [string, string][] = [];
  const unsupported: [string, string][] = [];
  const prepared = texts.flatMap((text): Prepared[] => {
    const { expression, diagnostics } = check(text, at, sides.world.scope);
    const error = diagnostics.find((each) => each.severity === "error");
    if (error) refused.push([text, error.message]);
    return error ? [] : [{ text, expression }];
  });
  const able = prepared.filter(({ text, expression }) => {
    const why = whyNot(sides, expression);
    if (why !== null) unsupported.push([text, why]);
    return why === null;
  });
  const answers = await runSql(sides, able);
  const things = sides.rows.filter((row) => row.entity === "Thing");
  const differences = able.flatMap((each, i) => differencesOf(sides, each, things, answers[i]!));
  return { differences, pairs: able.length * things.length, refused, unsupported };
}

function differencesOf(sides: Sides, { text, expression }: Prepared, things: readonly Row[], answer: ReadonlyMap<string, string> | string): Difference[] {
  const run = compile(expression);
  return things.flatMap((row) => {
    const closure = said(() => run(sides.world.environment(row, Date.parse(sides.now), sides.zone)));
    const sql = typeof answer === "string" ? answer : answer.get(row.id)!;
    return closure === sql ? [] : [{ text, row, closure, sql }];
  });
}

function said(run: () => Value): string {
  try {
    const json = valueToJson(run());
    return json === undefined ? "not shown" : normal(json);
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
}

function whyNot(sides: Sides, expression: Expression): string | null {
  try {
    column(sides, scopeFor(sides), expression);
    return null;
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    throw error;
  }
}

function scopeFor({ product, zone }: Sides): SqlScope {
  const here = { ...product, about: { ...product.about, timeZone: zone } };
  return withVariables(systemScope(here), ["this", { kind: "row", entity: entityNamed(here, "Thing"), alias: "r" }]);
}

function column(_sides: Sides, scope: SqlScope, expression: Expression): string {
  const sql = compileSql(scope, expression);
  return `(case when ${sql} is not null then ${toJson(scope, sql, bare(expression.type))} end)::text`;
}

/** Without units, so that amounts are compared as they are and not as they are shown. */
function bare(type: Type): Type {
  if (type.kind === "number") return { kind: "number" };
  return type.kind === "list" ? { kind: "list", of: bare(type.of) } : type;
}

/** Per expression its answer by row, or the error that it makes; halves of a statement that fails are tried apart. */
async function runSql(sides: Sides, some: readonly Prepared[]): Promise<(ReadonlyMap<string, string> | string)[]> {
  if (some.length === 0) return [];
  if (some.length > 100) return [...(await runSql(sides, some.slice(0, 100))), ...(await runSql(sides, some.slice(100)))];
  const scope = scopeFor(sides);
  const columns = some.map(({ expression }, i) => `${column(sides, scope, expression)} as c${i}`);
  const query = scope.params.query(`select r.id, ${columns.join(", ")} from ${fromTable(entityNamed(sides.product, "Thing"), "r")}`);
  try {
    const { rows } = await sides.client.query({ text: query.text, values: query.values as unknown[] });
    return some.map((_, i) => new Map((rows as Record<string, string>[]).map((row) => [row.id!, row[`c${i}`] === null ? "null" : normalText(row[`c${i}`]!)])));
  } catch (error) {
    if (some.length === 1) return [`fails: ${(error as Error).message}`];
    const half = some.length >> 1;
    return [...(await runSql(sides, some.slice(0, half))), ...(await runSql(sides, some.slice(half)))];
  }
}

/** JSON with its numbers as texts, so that none loses digits on the way. */
function normalText(json: string): string {
  return normal(JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (found) => (found.startsWith('"') ? found : `"${found}"`))));
}

/** Keys in order; a number is its text. */
function normal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(normal).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, each]) => `${key}: ${normal(each)}`).join(", ")}}`;
  }
  return typeof value === "string" ? value : String(value);
}
