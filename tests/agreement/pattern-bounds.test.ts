/** PostgreSQL runs every pattern that the checker takes, however close to its bounds. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patternOf, type Expression } from "@nonet/feel";
import { patternSql } from "../../targets/database/src/expressions/calls/patterns.ts";
import { launchPostgres, type Postgres } from "../../runtime/engine/src/connection/embedded-postgres.ts";

let postgres: Postgres;
let client: pg.Client;
const folder = mkdtempSync(join(tmpdir(), "nonet-patterns-"));
chmodSync(folder, 0o711);

beforeAll(async () => {
  postgres = await launchPostgres(folder);
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const literal = (value: string): Expression => ({ kind: "literal", value, type: { kind: "string" }, nullable: false, span: { file: 0, from: 0, to: 0 } });

/** As many repetitions of the piece as are taken. */
function longest(piece: string): string {
  let count = 1;
  while (patternOf(piece.repeat(count + 1), "") !== null) count++;
  return piece.repeat(count);
}

it.each([
  "a{1,255}",
  "[a-z]{255}",
  ".{255}",
  "\\w{1,255}",
  "(a|b){1,200}",
  "(ab?){1,255}",
  "(x{1,30}){1,30}",
  "(.{1,30}){1,30}",
  "(a*){30}",
  "[^a]{0,255}",
  "(a?){255}",
  "((a{9}){9}){9}",
])("%s, as often as it is taken", async (piece) => {
  for (const flags of ["", "i"]) {
    const { text } = patternSql(literal(longest(piece)), literal(flags), false);
    expect(await client.query("select 'abc' ~ $1::text", [text]).then(() => "runs", String)).toBe("runs");
  }
});
