/** What no longer counts is deleted, and nothing else: sessions, attempts, keys, delivered messages, and uploads that nothing uses. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { purge } from "../../src/clock/purge.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { launchPostgres } from "../../src/connection/embedded-postgres.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openProduct } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Papers

## 3. Entities and their fields

### Paper

- title: text
- scan: file
- others: files

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Paper | all |
`;

const upload = (name: string) => ({ name, type: "text/plain", content: new TextEncoder().encode(name) });

test("purge", async () => {
  const folder = freshFolder();
  const postgres = await launchPostgres(join(folder, "database"));
  const opened = await openProduct(text, { folder, database: { url: postgres.url } });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const database = openDatabase(postgres.url);
  try {
    const clerk = await opened.person("clerk@example.test", "Clerk");
    const store = async (name: string): Promise<string> => valueOf(await opened.engine.storeFile(clerk, upload(name))).id;
    const [held, listed, former, orphan, recent] = [await store("held"), await store("listed"), await store("former"), await store("orphan"), await store("recent")];
    valueOf(await opened.engine.perform(clerk, { kind: "create", entity: "Paper", values: { title: "one", scan: held, others: [listed] } }, { idempotencyKey: "old" }));
    const two = valueOf(await opened.engine.perform(clerk, { kind: "create", entity: "Paper", values: { title: "two", scan: former } }, { idempotencyKey: "new" })) as {
      id: string;
    };
    expect(resultOf(await opened.engine.perform(clerk, { kind: "update", entity: "Paper", id: two.id, values: { scan: null }, ifVersion: "any" }))).toBe("done");
    await opened.engine.people.signIn({ email: "clerk@example.test", password: "wrong", source: "192.0.2.1" });
    await opened.engine.people.signIn({ email: "nobody@example.test", password: "wrong", source: "192.0.2.1" });
    await client.query(`
      update nonet.file set at = now() - interval '2 days' where id <> '${recent}';
      insert into nonet.session select 'ended ' || n, (select id from app."user" limit 1), now() - interval '1 second' from generate_series(1, 2500) n;
      update nonet.sign_in_attempt set at = now() - interval '2 days' where ctid = (select min(ctid) from nonet.sign_in_attempt);
      update nonet.idempotency set at = now() - interval '2 days' where key = 'old';
      insert into nonet.idempotency(key, actor, body_hash, at) values ('hook', 'call Hook', '', now() - interval '90 days');
      insert into nonet.outbox(id, call, payload, idempotency_key, due_at, created_at, status, done_at)
        select gen_random_uuid(), s.status || s.days, '{}', gen_random_uuid()::text, now(), now() - make_interval(days => s.days), s.status, now() - make_interval(days => s.days)
        from (values ('done', 31), ('done', 29), ('dropped', 31), ('failed', 400)) s(status, days)`);
    const files = join(folder, "files");
    mkdirSync(files, { recursive: true });
    const strays = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002.part", "01900000-0000-7000-8000-000000000003.part"];
    for (const stray of strays) writeFileSync(join(files, stray), "x");
    for (const stray of strays.slice(0, 2)) utimesSync(join(files, stray), new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() - 2 * 86_400_000));
    await purge({ product: productOf(text), database, options: { files } } as never);
    const rows = async (sql: string): Promise<unknown[]> => (await client.query({ text: sql, rowMode: "array" })).rows.map((row: unknown[]) => row[0]);
    expect(await rows("select count(*)::int from nonet.session where expires_at < now()")).toEqual([0]);
    expect(await rows("select count(*)::int > 0 from nonet.session")).toEqual([true]);
    expect(await rows("select count(*)::int from nonet.sign_in_attempt")).toEqual([1]);
    expect(await rows("select key from nonet.idempotency order by key")).toEqual(["hook", "new"]);
    expect(await rows("select call from nonet.outbox order by call")).toEqual(["done29", "failed400"]);
    expect((await rows("select id from nonet.file")).sort()).toEqual([held, listed, former, recent].sort());
    expect(await rows("select id from nonet.file where kept")).toEqual([former]);
    expect(existsSync(join(files, orphan))).toBe(false);
    expect(readdirSync(files).sort()).toEqual([held, listed, former, recent, strays[2]].sort());
    expect(new TextDecoder().decode(await valueOf(await opened.engine.openFile(clerk, held)).read())).toBe("held");
    // Nothing more to do.
    await purge({ product: productOf(text), database, options: { files } } as never);
    expect(readdirSync(files)).toHaveLength(5);
    await client.query("update nonet.file set size = 999999999, at = now() where id = $1", [recent]);
    expect(resultOf(await opened.engine.storeFile(clerk, upload("one too many")))).toBe("too many: too-many-requests");
    expect(resultOf(await opened.engine.storeFile(opened.owner, upload("somebody else's")))).toBe("done");
    expect(readdirSync(files)).toHaveLength(6);
  } finally {
    await client.end();
    await database.close();
    await opened.close();
    await postgres.stop();
  }
});
