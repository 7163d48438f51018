/** What the connections count, and the log of slow statements. */
import { afterEach, expect, test } from "vitest";
import type { Opened } from "../support/open-product.ts";
import { openProduct } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |
`;

let opened: Opened | undefined;
afterEach(async () => opened?.close());

test("reports slow statements with their time and without values", async () => {
  const slow: { readonly text: string; readonly milliseconds: number }[] = [];
  opened = await openProduct(text, { slowStatements: { overMilliseconds: 0, report: (statement) => slow.push(statement) } });
  const writer = await opened.person("writer@example.test", "Writer");
  valueOf(await opened.engine.perform(writer, { kind: "create", entity: "Note", values: { title: "a private title" } }));
  const insert = slow.find(({ text: sql }) => /insert into app\.("note"|note)/.test(sql))!;
  expect(insert.text).toContain("$1");
  expect(insert.milliseconds).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(slow)).not.toContain("private title");
  expect(opened.engine.watch.database().slowStatements).toBe(slow.length);
});

test("counts transactions by their end", async () => {
  opened = await openProduct(text, { slowStatements: { overMilliseconds: 60_000, report: () => expect.unreachable() } });
  const { engine } = opened;
  const writer = await opened.person("writer@example.test", "Writer");
  const before = engine.watch.database();
  valueOf(await engine.perform(writer, { kind: "create", entity: "Note", values: { title: "t" } }));
  await engine.perform(writer, { kind: "create", entity: "Note", values: {} });
  const after = engine.watch.database();
  expect(after.committed - before.committed).toBeGreaterThanOrEqual(1);
  expect(after.rolledBack - before.rolledBack).toBe(1);
  expect(after.statements).toBeGreaterThan(before.statements);
  expect(after.connections.changes.most).toBeGreaterThanOrEqual(5);
  expect(await engine.watch.readiness(2_000)).toEqual({ database: true, current: true });
});
