/** `Undo: CALL` takes back a synchronous call whose change isn't committed; retries that fall due while a rehearsal's clock moves are made. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Bookings

## 3. Entities and their fields

### Room

- name: text, required, unique
- bookings: list of Booking by room

### Booking

- room: Room, required
- reference: text, read-only
- Locked while: held, billed

## 4. States and transitions

### Booking

| From | Action | To | Who | Then |
|---|---|---|---|---|
| asked | Hold | held | Clerk | call Reserve |
| held | Relabel | held | Clerk | |
| held | Bill | billed | Clerk | call Report |
| held | Free | asked | Clerk | |

- Relabel asks for: room
- Bill asks for: room
- Free asks for: room

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| One reference | Booking | unique reference | TAKEN |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Room | all |
| Booking | all |

## 7. The calls it makes

### Reserve

- Request: \`POST https://rooms.example/holds\`
- Sends: \`{ room: room.name }\`
- Expects: 201
- First: yes
- Undo: Release
- Then: set reference = answer.id

### Release

- Request: \`DELETE https://rooms.example/holds/{answer.id}\`

### Report

- Request: \`POST https://rooms.example/report\`
- Retries: 5 times

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | This reference is taken. |
`;

let product: Opened;
let clerk: Actor;
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  clerk = await product.person("clerk@people.test", "Clerk");
}, 120_000);
afterAll(() => product.close());

const rooms: string[] = [];
const booking = async (): Promise<string> => {
  const room = valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Room", values: { name: `R${rooms.length}` } }))!.id as string;
  rooms.push(room);
  return valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Booking", values: { room: { id: room } } }))!.id as string;
};
const act = async (id: string, action: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  resultOf(await product.engine.perform(clerk, { kind: "action", entity: "Booking", id, action, input }));
const sent = async (call: string) => (await product.engine.rehearsal!.calls()).filter((one) => one.call === call);
const rehearsal = () => product.engine.rehearsal!;

test("a change that a rule refuses after the answer undoes the call; a committed one doesn't", async () => {
  await rehearsal().answer({ call: "Reserve", status: 201, body: { id: "h-1" }, times: 2 });
  const [one, two] = [await booking(), await booking()];
  expect(await act(one, "Hold")).toBe("done");
  await rehearsal().settle();
  expect(await sent("Release")).toEqual([]);
  expect(await act(two, "Hold")).toBe("conflict: TAKEN");
  await rehearsal().settle();
  expect((await sent("Release")).map(({ method, address }) => `${method} ${address}`)).toEqual(["DELETE https://rooms.example/holds/h-1"]);
  expect(valueOf(await recordOf(product.engine, clerk, "Booking", two))).toMatchObject({ state: "asked", reference: null });
});

test("an action passes the lock where it leads out of the state", async () => {
  await rehearsal().answer({ call: "Reserve", status: 201, body: { id: "h-2" } });
  const id = await booking();
  expect(await act(id, "Hold")).toBe("done");
  expect(await act(id, "Relabel", { room: { id: rooms[0] } })).toBe("conflict: locked");
  expect(await act(id, "Free", { room: { id: rooms[0] } })).toBe("done");
  expect(valueOf(await recordOf(product.engine, clerk, "Booking", id))).toMatchObject({ state: "asked", room: { id: rooms[0] } });
});

test("all retries that fall due in six hours are made", async () => {
  await rehearsal().answer({ call: "Reserve", status: 201, body: { id: "h-3" } });
  await rehearsal().answer({ call: "Report", status: 503, times: 100 });
  const id = await booking();
  expect(await act(id, "Hold")).toBe("done");
  expect(await act(id, "Bill", { room: { id: rooms[0] } })).toBe("done");
  await rehearsal().settle();
  expect(await sent("Report")).toMatchObject([{ attempts: 1 }]);
  valueOf(await rehearsal().moveClock({ forward: "PT6H" }));
  expect(await sent("Report")).toMatchObject([{ attempts: 6, status: "failed" }]);
});
