/** A real PostgreSQL with a product's tables, for the tests of this package. */
import { freshDatabase } from "../../../tests/shared-postgres.ts";
import { readFileSync } from "node:fs";
import pg from "pg";
import { compile } from "@nonet/compiler";
import type { Product } from "@nonet/model";
import { insertQueries } from "../src/writes/write-queries.ts";
import { planTables } from "../src/tables/plan-tables.ts";
import { planUpgrade } from "../src/upgrade/plan-upgrade.ts";
import { systemTables } from "../src/system/system-tables.ts";
import { system } from "../src/system/system-queries.ts";
import { type ChangeStep } from "../src/upgrade/change-step.ts";
import { type Query, type Reader } from "../src/sql/query.ts";

pg.types.setTypeParser(1082, (v) => v);

export interface TestDatabase {
  readonly client: pg.Client;
  run<T = Record<string, unknown>>(query: Query): Promise<T[]>;
  /** Another connection to the same database. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

export const equipmentDesk = (): Product => productOf(readFileSync(new URL("../../../examples/equipment-desk/equipment-desk.md", import.meta.url), "utf8"));

export function productOf(text: string): Product {
  const compiled = compile([{ name: "test.md", text }]);
  const errors = compiled.diagnostics.filter((d) => d.severity === "error");
  if (errors.length) throw new Error(errors.map((d) => d.message).join("\n"));
  return compiled.product;
}

export async function openTestDatabase(product: Product): Promise<TestDatabase> {
  const { url } = await freshDatabase();
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const client = await connect();
  await client.query(systemTables());
  for (const sql of planTables(product))
    await client.query(sql).catch((error: Error) => {
      throw new Error(`${error.message}\n${sql}`);
    });
  return {
    client,
    connect,
    run: async <T>(query: Query) => {
      const { readRow, name, text, values } = query;
      const asSent = { rowMode: "array", types: { getTypeParser: () => (sent: string) => sent } };
      const { rows } = await client.query({ ...(name ? { name } : {}), text, values, ...(readRow ? asSent : {}) } as pg.QueryConfig).catch((error: Error) => {
        throw new Error(`${error.message}\n${text}`);
      });
      const read = readRow && (rows as unknown as readonly (readonly string[])[]).map(readRow);
      return (read?.map((row) => ({ ...row, record: JSON.parse(row.record) as unknown })) ?? rows) as T[];
    },
    close: async () => {
      await client.end();
    },
  };
}

/** Runs every step of a change of version; returns those of the switch-over. */
export async function moveTo(database: TestDatabase, before: Product, after: Product): Promise<readonly ChangeStep[]> {
  const plan = planUpgrade(before, after);
  for (const { sql } of [...plan.before, ...plan.switchover, ...plan.after]) await database.run({ text: sql, values: [] });
  return plan.switchover;
}

let counter = 0;
export const newId = (): string => `00000000-0000-7000-8000-${String((counter += 1)).padStart(12, "0")}`;

/** Stores a record without checking rules. */
export async function store(database: TestDatabase, product: Product, entity: string, values: Record<string, unknown>, id = newId()): Promise<string> {
  for (const query of insertQueries(product, entity, { id, by: null, values })) await database.run(query);
  return id;
}

export async function person(database: TestDatabase, product: Product, name: string, ...roles: string[]): Promise<Reader & { kind: "person" }> {
  const id = await store(database, product, "User", { name, email: `${name.toLowerCase()}@example.test` });
  for (const query of system.setRoles(id, roles)) await database.run(query);
  return { kind: "person", id, roles, owner: false };
}
