/** A process killed while a call waits for its answer: another process repeats the call under the same key, and its Then runs once. */
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../../src/open-engine.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openOutside, until } from "../support/open-product.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = (address: string): string => `# Specification: Parcels

## 3. Entities and their fields

### Parcel

- name: text, required
- told: integer, default 0

## 4. States and transitions

### Parcel

- Starts as: here
- Ends as: gone

| From | Action | To | Who | Then |
|---|---|---|---|---|
| here | Send off | gone | Clerk | call Tell |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Parcel | all |

## 7. The calls it makes

### Tell

- Request: POST \`${address}/parcels\`
- Sends: \`{ name: name }\`
- Expects: status 200, within 1 second
- Then: set told = \`told + 1\`
`;

test("a call in progress when its process was killed is sent again once the claim expires", async () => {
  const outside = await openOutside();
  outside.answer(null);
  let engine: Engine | null = null;
  try {
    const file = join(folder, "parcels.md");
    writeFileSync(file, text(outside.address));
    const script = join(folder, "work.mts");
    const source = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
    writeFileSync(
      script,
      `
import { openEngine } from ${source("../../src/index.ts")};
import { compile } from ${source("../../../../language/compiler/src/index.ts")};
import { readFileSync } from "node:fs";
import { listOf } from "../support/read.ts";
const opened = await openEngine({ product: compile([{ name: "parcels.md", text: readFileSync(${JSON.stringify(file)}, "utf8") }]).product, database: { folder: ${JSON.stringify(folder)} }, files: ${JSON.stringify(folder)}, rehearse: false, environment: {}, owner: { email: "owner@example.test", password: "the owner's password" } });
const engine = opened.value;
const owner = (await engine.people.signIn({ email: "owner@example.test", password: "the owner's password" })).value.actor;
await engine.people.invite(owner, { email: "c@example.test", name: "c", roles: ["Clerk"], password: "a long password", keepPassword: true });
const { actor } = (await engine.people.signIn({ email: "c@example.test", password: "a long password" })).value;
const made = (await engine.perform(actor, { kind: "create", entity: "Parcel", values: { name: "box" } })).value;
await engine.perform(actor, { kind: "action", entity: "Parcel", id: made.id, action: "Send off", input: {} });
`,
    );
    const child = spawn(process.execPath, ["--import", "tsx", script], { cwd: fileURLToPath(new URL("../../../..", import.meta.url)), stdio: "inherit" });
    await until(
      () => outside.heard.length,
      (n) => n === 1,
      60,
    );
    child.kill("SIGKILL");
    await new Promise((gone) => child.once("exit", gone));
    outside.answer({ status: 200 });
    engine = valueOf(await openEngine({ product: productOf(text(outside.address)), database: { folder }, files: folder, rehearse: false, environment: {} }));
    const { actor } = valueOf(await engine.people.signIn({ email: "c@example.test", password: "a long password" }));
    const told = async () => valueOf(await listOf(engine!, actor, { entity: "Parcel" })).items[0]!;
    expect(await until(told, (p) => p.told === 1, 90)).toMatchObject({ state: "gone" });
    expect(outside.heard.map((h) => h.headers["idempotency-key"])).toEqual([outside.heard[0]!.headers["idempotency-key"], outside.heard[0]!.headers["idempotency-key"]]);
  } finally {
    await engine?.close();
    await outside.close();
  }
}, 200_000);
