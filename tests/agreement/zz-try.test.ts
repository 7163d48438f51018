/** Scratch: tries the expressions of a file. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { it } from "vitest";
import { compile } from "@nonet/compiler";
import { insertQueries, planTables, system, systemTables } from "@nonet/database";
import { launchPostgres } from "../../runtime/engine/src/launch-postgres.ts";
import { compareSides } from "./both-sides.ts";
import { randomFrom } from "./random.ts";
import { moments, rowsFrom, specification, zones } from "./specification.ts";
import { worldOf } from "./world.ts";
it("tries", { timeout: 120000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "nonet-try-"));
  const product = compile([{ name: "agreement.md", text: specification }]).product;
  const postgres = await launchPostgres(folder);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(systemTables());
  for (const sql of planTables(product)) await client.query(sql);
  const rows = rowsFrom(randomFrom(Number(process.env.NONET_SEED ?? 283311710)), 12);
  for (const row of rows) for (const query of insertQueries(product, row.entity, { id: row.id, by: null, values: row.values })) await client.query(query as pg.QueryConfig);
  await client.query(system.setClock(moments[0]) as pg.QueryConfig);
  const sides = { client, product, world: worldOf(product, rows), rows, now: moments[0], zone: zones[0] };
  const texts = readFileSync("/tmp/agr/texts", "utf8").split("\n").filter((t) => t);
  const out = await compareSides(sides as never, texts);
  for (const [t, why] of out.refused) console.log("REFUSED", t, "::", why);
  for (const [t, why] of out.unsupported) console.log("UNSUPPORTED", t, "::", why);
  if (process.env.SHOW) { const { check } = await import("@nonet/feel"); const m = await import("../../targets/database/src/compile-expression.ts"); const c = await import("../../targets/database/src/compile-scope.ts"); for (const t of texts) { const { expression } = check(t, { file: 0, from: 0 }, sides.world.scope); const s = c.withVariables(c.makeScope(product, null), ["this", { kind: "row", entity: c.entityNamed(product, "Thing"), alias: "r" }]); try { console.log("SQL", t, "\n  ", m.compile(s, expression), JSON.stringify(expression.type), expression.nullable); } catch (e) { console.log(t, String(e)); } } }
  const seen = new Set();
  for (const d of out.differences) { if (seen.has(d.text)) continue; seen.add(d.text); console.log("DIFF", d.text, "\n   closure", d.closure, "\n   sql    ", d.sql.slice(0, 300)); }
  console.log("same:", texts.filter((t) => !seen.has(t) && !out.refused.some((r) => r[0] === t) && !out.unsupported.some((r) => r[0] === t)).join("\n      "));
  await client.end(); await postgres.stop(); rmSync(folder, { recursive: true, force: true });
});
