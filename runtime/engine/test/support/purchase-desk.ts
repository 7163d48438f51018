/** A small purchase desk with a chain of decisions, on a real PostgreSQL, and its people. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { databaseOf, freshDatabase } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { freshFolder, productOf } from "./equipment-desk.ts";
import { recordOf } from "./read.ts";
import { valueOf } from "./outcome.ts";

export const requisite = `# Specification: Requisite

## 1. What the product does and for whom

- **Name**: Requisite
- **Time zone**: Europe/Amsterdam
- **Currency**: EUR
- **Sign-in**: email and password; by invitation

For whom:

- **Requester** — asks
- **Approver** — decides
- **Finance** — pays

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Requisition

- number: sequence \`RQ-{0000}\`
- requester: User, required, default \`me\`, set once
- owner: User, required
- head: User
- owners: list of User
- purpose: text, required
- total: money, required, at least 0
- submitted total: money, read-only
- decision note: long text, read-only
- Shown as: \`number\`
- Locked while: approved, cancelled

### Payment

- number: sequence \`PA-{0000}\`
- entered by: User, required, default \`me\`, read-only
- Shown as: \`number\`

## 4. States and transitions

### Requisition

- Starts as: draft
- Ends as: approved, rejected, cancelled

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Submit | pending | Requester own | | set submitted total = \`total\` |
| pending | Approve | approved | Approver | \`total = submitted total\` | send "Approved" |
| pending | Reject | rejected | Approver | | set decision note = \`asked.why\` |
| pending | (when \`total != submitted total\`) | amended | system | | set submitted total = \`total\` |
| amended | (when \`total = submitted total\`) | pending | system | | |
| pending | Amend | draft | Requester own | | |
| pending | Lapse | cancelled | system | | set decision note = \`"Nobody decided in time."\` |

- Approve is decided by: all of \`[owner]\` then all of \`if total >= 5000 and head != null then [head] else []\` then all of \`owners\`, not by requester, refused by any, reminded after 2 days, lapses after 20 days as Lapse
- Reject asks for: why: long text, required

### Payment

- Starts as: entered
- Ends as: released

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| entered | Release | released | Finance | | |

- Release is decided by: any 2 of Finance, not by entered by

## 5. Validation rules

none

## 6. Roles and permissions

- **Requester**
- **Approver** — includes Requester
- **Finance** — includes Requester

Own: a Requisition is its requester's.

| Entity | Requester | Approver | Finance |
|---|---|---|---|
| Requisition | create, read own, update own while draft, update own while pending, history own | read where \`state != "draft" and (owner = me or head = me or list contains(owners, me))\`, history | read |
| Payment | – | – | create, read |
| User | read: name | read: name, email | read: name |

## 7. The calls it makes

### Approved

- Email to: \`requester.email\`
- Subject: {number} is approved
- Body: Go.

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

export interface Requisite {
  readonly engine: Engine;
  person(name: string, ...roles: string[]): Promise<Actor & { kind: "person" }>;
  ask(by: Actor, values: Readonly<Record<string, unknown>>): Promise<VisibleRecord>;
  act(by: Actor, id: string, action: string, asked?: Readonly<Record<string, unknown>>): Promise<Outcome<VisibleRecord | null>>;
  state(id: string, entity?: string): Promise<string>;
  close(): Promise<void>;
}

export async function openRequisite(text = requisite, given?: string): Promise<Requisite> {
  const folder = given ?? freshFolder();
  const database = await (given === undefined ? freshDatabase() : databaseOf(given));
  const engine = valueOf(await openEngine({ product: productOf(text), database, files: join(folder, "files"), rehearse: true, environment: {} }));
  const owner = valueOf(await engine.people.become("owner@example.test")).actor;
  const system: Actor = { kind: "system" };
  return {
    engine,
    person: async (name, ...roles) => {
      const email = `${name.toLowerCase()}@people.test`;
      valueOf(await engine.people.invite(owner, { name, email, roles, password: "a long password" }));
      return valueOf(await engine.people.become(email)).actor;
    },
    ask: async (by, values) => {
      const made = valueOf(await engine.perform(by, { kind: "create", entity: "Requisition", values }))!;
      return valueOf(await engine.perform(by, { kind: "action", entity: "Requisition", id: made.id, action: "Submit", input: {} }))!;
    },
    act: (by, id, action, asked = {}) => engine.perform(by, { kind: "action", entity: action === "Release" ? "Payment" : "Requisition", id, action, input: asked }),
    state: async (id, entity = "Requisition") => String(valueOf(await recordOf(engine, system, entity, id)).state),
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
