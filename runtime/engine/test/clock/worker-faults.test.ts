/** Errors of the worker are reported, once for as long as they last. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Tools

## 1. What the product does and for whom

- **Time zone**: UTC

## 3. Entities and their fields

### Tool

- name: text, required

## 4. States and transitions

### Tool

- Starts as: new
- Ends as: old

| From | Action | To |
|---|---|---|
| new | (after 3 days) | old |
`;

const heard = async (faults: readonly unknown[], count: number): Promise<void> => {
  for (let tries = 0; tries < 100 && faults.length < count; tries++) await rounds(1);
};
const rounds = (many: number): Promise<void> => new Promise((later) => setTimeout(later, many * 100));

test("an error is reported once, and again when it returns", async () => {
  const folder = freshFolder();
  mkdirSync(folder, { recursive: true });
  const postgres = await serverOf(join(folder, "database"));
  const faults: string[] = [];
  const onFault = ({ at, error }: { at: string; error: unknown }): void => void faults.push(`${at}: ${(error as { code?: string }).code}`);
  const engine = valueOf(await openEngine({ product: productOf(text), database: { url: postgres.url }, files: join(folder, "files"), rehearse: false, environment: {}, onFault }));
  const client = new pg.Client(postgres.url);
  try {
    await client.connect();
    const once = "what the clock has made due: 42P01";
    await client.query("alter table app.tool rename to gone");
    await heard(faults, 1);
    await rounds(25);
    expect(faults).toEqual([once]);
    await client.query("alter table app.gone rename to tool");
    await rounds(25);
    await client.query("alter table app.tool rename to gone");
    await heard(faults, 2);
    expect(faults).toEqual([once, once]);
  } finally {
    await client.end();
    await engine.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
