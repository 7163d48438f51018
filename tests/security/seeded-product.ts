/** An example's product, served over HTTP, with rows made from its model, and a person for each role and each pair of roles who is signed in. */
import { readFileSync } from "node:fs";
import pg from "pg";
import { atApiAddress } from "@nonet/api";
import type { Product } from "@nonet/model";
import { columnsOf, tableOf } from "../../targets/database/src/columns/columns.ts";
import { type Client, clientOf } from "../../runtime/server/test/desk.ts";
import { type Served, serveProduct } from "../../runtime/server/test/open-product.ts";
import { idAt, seedRows } from "../plans/seed-from-model.ts";
import { freshDatabase } from "../shared-postgres.ts";

const small = ["equipment-desk", "outlay", "ward-rota", "open-museum", "purchasing", "conduit", "todo-backend", "webhook-receiver", "webhook-sender"];
/** Their many roles, pairs of roles and fields cost minutes: they are part of the long run, or of any run with NONET_EXAMPLES=all. */
const large = ["shelter", "fleet"];

/** Every example that shows something. */
export const examples = process.env["NONET_LONG"] || process.env["NONET_EXAMPLES"] === "all" ? [...small, ...large] : small;

export interface SeededActor {
  readonly name: string;
  /** Null: anyone. */
  readonly id: string | null;
  readonly roles: readonly string[];
  readonly ask: Client;
}

export interface Seeded {
  readonly served: Served;
  readonly product: Product;
  readonly client: pg.Client;
  readonly actors: readonly SeededActor[];
  close(): Promise<void>;
}

const ownersPassword = "the owner's password";

/** With a high limit of requests, and with passwords alone where the document asks for single sign-on or a second factor. */
function textOf(name: string): string {
  const text = readFileSync(new URL(`../../examples/${name}/${name}.md`, import.meta.url), "utf8").replace(/^- (?:\*\*)?Sign-in.*$/m, (line) =>
    line.replace(/, with second factor[^;]*/, "").replace(/: ?(\*\*)? single sign-on;/, ":$1 email and password;"),
  );
  const at = text.indexOf("\n## 9.");
  const limit = "requests per minute | 1000000";
  const points = text.slice(at).replace(/\n\| requests per minute .*/, "");
  const isTable = /^\n## 9\.[^\n]*\s*\n\|/.test(points);
  return text.slice(0, at) + (isTable ? points.replace(/(\n\|(?:---\|)+)/, (line) => `${line}\n| ${limit} |${" |".repeat(line.split("|").length - 4)}`) : withTable(points, limit));
}

/** In place of "none". */
const withTable = (points: string, limit: string): string => points.replace(/^(\n## 9\.[^\n]*\n)\s*[^\n#]*/, `$1\n| Name | Value |\n|---|---|\n| ${limit} |\n`);

/** `prepare` changes the rows before anybody signs in. */
export async function serveSeeded(
  name: string,
  size: { readonly people: number; readonly records: number },
  prepare?: (client: pg.Client, product: Product) => Promise<void>,
): Promise<Seeded> {
  const { url } = await freshDatabase();
  const served = await serveProduct(textOf(name), {}, { on: { url } });
  const { product } = served.engine;
  const client = new pg.Client(url);
  await client.connect();
  await seedRows(client, product, size);
  await client.query(`update app."user" set email = 'p' || right(id::text, 4) || '@example.test', active = true where id::text like '%-0000-7000-8000-%' and email not like '%@%'`);
  if (prepare) await prepare(client, product);
  for (const entity of product.entities)
    await client.query(
      `insert into nonet.history (entity, record_id, at, by, action, specification, after) select $1, id, now(), null, 'create', '', to_jsonb(r) from ${tableOf(entity)} r where id::text like '%-0000-7000-8000-%'`,
      [entity.name],
    );
  const roles = product.permissions.roles.map((role) => role.name);
  const sets = [[], ...roles.map((role) => [role]), ...roles.slice(1).map((role, i) => [roles[i]!, role])];
  const actors: SeededActor[] = [{ name: "anyone", id: null, roles: [], ask: clientOf(placeOf(served)) }];
  for (const [i, set] of sets.entries()) actors.push(await signIn({ served, product, client }, idAt(product, "User", 1 + i), set));
  return {
    served,
    product,
    client,
    actors,
    close: async () => {
      await client.end();
      await served.close();
    },
  };
}

const placeOf =
  ({ server, engine }: Served) =>
  (path: string): string =>
    server.address + atApiAddress(engine.product, path);

/** A hash isn't bound to its account, so everybody gets the Owner's password. */
async function signIn({ served, client }: Pick<Seeded, "served" | "product" | "client">, id: string, roles: readonly string[]): Promise<SeededActor> {
  await client.query("delete from nonet.user_role where user_id = $1", [id]);
  for (const role of roles) await client.query("insert into nonet.user_role values ($1, $2)", [id, role]);
  await client.query("insert into nonet.credential (user_id, hash) select $1, hash from nonet.credential limit 1", [id]);
  const email = `p${id.slice(-4)}@example.test`;
  const session = await clientOf(placeOf(served))("POST", "/api/sign-in", { email, password: ownersPassword });
  if (session.status !== 200) throw new Error(`${email} can't sign in: ${JSON.stringify(session.body)}`);
  return { name: roles.join(" + ") || "no role", id, roles, ask: clientOf(placeOf(served), session.body.token) };
}

export interface StoredRow {
  readonly entity: string;
  readonly id: string;
  readonly createdBy: string | null;
  readonly archived: boolean;
  /** By the name of the field or column. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Every record as it is stored, read without any permission. */
export async function storedRows(client: pg.Client, product: Product): Promise<readonly StoredRow[]> {
  const all: StoredRow[] = [];
  for (const entity of product.entities) {
    const columns = columnsOf(product, entity);
    const { rows } = await client.query(`select r.*, to_jsonb(r) as json from ${tableOf(entity)} r order by id`);
    for (const row of rows as readonly { id: string; created_by: string | null; archived_at?: unknown; json: Record<string, unknown> }[])
      all.push({
        entity: entity.name,
        id: row.id,
        createdBy: row.created_by ?? null,
        archived: (row.json["archived_at"] ?? null) !== null,
        values: Object.fromEntries(columns.map(({ name, column }) => [name, row.json[column] ?? null])),
      });
  }
  return all;
}
