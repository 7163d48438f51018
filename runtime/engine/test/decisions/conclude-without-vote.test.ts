/** A decision that concludes because a voter leaves: the earlier yes takes effect, and the rules on the action still apply. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Wishes

## 3. Entities and their fields

### Wish

- name: text, required
- price: integer
- seen: text, read-only

## 4. States and transitions

### Wish

- Starts as: open
- Ends as: granted, denied

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Grant | granted | Clerk | set seen = \`asked.remark\` |
| open | Deny | denied | system | set seen = \`asked.why\` |

- Grant is decided by: all of Manager, refused by majority as Deny
- Grant asks for: price; remark: text, required
- Deny asks for: why: text

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Said politely | Wish, on Grant | \`asked.remark != "meh"\` | RUDE |

## 6. Roles and permissions

- **Clerk**
- **Manager**

| | Clerk | Manager |
|---|---|---|
| Wish | create, read | read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| RUDE | 409 | Say it politely. |
`;

let product: Opened;
let clerk: Actor;
let stays: Actor;
let leaves: Actor & { kind: "person" };
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  clerk = await product.person("clerk@people.test", "Clerk");
  stays = await product.person("stays@people.test", "Manager");
  leaves = (await product.person("leaves@people.test", "Manager")) as typeof leaves;
  const other = valueOf(await product.engine.people.become("manager@example.test")).actor as typeof leaves;
  valueOf(await product.engine.people.change(product.owner, other.id, { active: false }));
}, 120_000);
afterAll(() => product.close());

const vote = (actor: Actor, id: string, asked: Readonly<Record<string, unknown>>) =>
  product.engine.perform(actor, { kind: "action", entity: "Wish", id, action: "Grant", input: asked });
const read = async (id: string): Promise<VisibleRecord> => valueOf(await recordOf(product.engine, clerk, "Wish", id));
async function decidedBy(...asked: Readonly<Record<string, unknown>>[]): Promise<VisibleRecord> {
  const { id } = valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Wish", values: { name: "a kite" } }))!;
  valueOf(await vote(clerk, id, { price: 1, remark: "please" }));
  for (const one of asked) valueOf(await vote(stays, id, one));
  return read(id);
}
const leave = async (active: boolean) => {
  valueOf(await product.engine.people.change(product.owner, leaves.id, { active }));
  await product.engine.rehearsal!.settle();
};

test("granted with the input of the yes that stands, refused where it was refused, and never against a rule on the action", async () => {
  const [granted, rude, denied] = [
    await decidedBy({ price: 5, remark: "fine" }),
    await decidedBy({ price: 5, remark: "meh" }),
    await decidedBy({ decision: "no", why: "too dear" }),
  ];
  for (const { id } of [granted, rude, denied]) expect((await read(id))["state"]).toBe("open");
  await leave(false);
  expect(await read(granted.id)).toMatchObject({ state: "granted", price: 5, seen: "fine" });
  expect(await read(rude.id)).toMatchObject({ state: "open", price: null });
  expect(await read(denied.id)).toMatchObject({ state: "denied", seen: "too dear" });
});
