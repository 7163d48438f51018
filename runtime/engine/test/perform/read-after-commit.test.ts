/** A committed change is reported as made, even where its result can't be read any more. */
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

- **Clerk** — works

## 3. Entities and their fields

### Tool

- name: text, required

### Loan

- name: text, required
- tool: Tool
- place: text

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Tool | all |
| Loan | read where \`tool.name != "hidden"\`, create, update |
| Loan: place | – |
`;

/** While a Loan is committed, another version takes the table of what it refers to. */
const movesOn = `
create function app.move_on() returns trigger language plpgsql as $$ begin alter table app.tool rename to former_tool; return null; end $$;
create constraint trigger move_on after insert on app.loan deferrable initially deferred for each row execute function app.move_on()`;

test("a person who creates a record just before a version switch learns that it was created", async () => {
  const folder = freshFolder();
  mkdirSync(folder, { recursive: true });
  const postgres = await serverOf(join(folder, "database"));
  const faults: { at: string; code: unknown }[] = [];
  const onFault = ({ at, error }: { at: string; error: unknown }): void => void faults.push({ at, code: (error as { code?: unknown }).code });
  const engine = valueOf(await openEngine({ product: productOf(text), database: { url: postgres.url }, files: join(folder, "files"), rehearse: true, environment: {}, onFault }));
  const client = new pg.Client(postgres.url);
  try {
    const { actor } = valueOf(await engine.people.become("clerk@example.test"));
    const tool = valueOf(await engine.perform(actor, { kind: "create", entity: "Tool", values: { name: "saw" } }))!;
    await client.connect();
    await client.query(movesOn);
    const made = valueOf(await engine.perform(actor, { kind: "create", entity: "Loan", values: { name: "first", tool: tool.id } }))!;
    expect(made).toMatchObject({ version: 1 });
    // No other version is there: why it can't be read is a fault of ours, and isn't kept to ourselves.
    expect(faults).toEqual([{ at: `create of Loan ${made.id}, read back`, code: "42P01" }]);
    expect((await client.query("select id, name from app.loan")).rows).toEqual([{ id: made.id, name: "first" }]);
  } finally {
    await client.end();
    await engine.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
