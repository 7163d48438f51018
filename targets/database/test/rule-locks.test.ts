/** Which changes of a state or a choice a rule doesn't distinguish, and which locks an action therefore takes. */
import { compile } from "@nonet/compiler";
import { expect, it } from "vitest";
import { fieldChangesOf, lockedFields } from "../src/rules/rule-locks.ts";
import { isIndistinguishable } from "../src/rules/indistinguishable-values.ts";

const specification = `# Specification: Rooms

## 3. Entities and their fields

### Room

- name: text, required
- bookings: list of Booking by room
- kind: one of (small, large, hall)
- busy: yes/no = \`count(bookings[state = "held"]) > 0\`

### Booking

- room: Room, required
- from: date, required
- to: date, required
- note: text

## 4. States and transitions

### Booking

- Starts as: asked
- Ends as: over

| From | Action | To | Who | Then |
|---|---|---|---|---|
| asked | Confirm | confirmed | Clerk | |
| asked, confirmed | Hold | held | Clerk | |
| confirmed | Copy | held | Clerk | set note = "copied" |
| held | End | over | Clerk | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Apart | Booking | no overlap of \`[from..to]\` per room among \`state in ("asked", "confirmed", "held")\` | CLASH |
| Few | Booking | \`count(Booking[room = booking.room and state != "over"]) <= 3\` | MANY |
| As it was | Booking | \`state = old.state or note != null\` | MANY |
| Same state | Booking | \`count(Booking[room = booking.room and state = booking.state]) < 9\` | MANY |
| Halls are free | Room | \`kind != "hall" or busy = false\` | CLASH |
| Noted, while held | Booking, while held | \`note != null\` | CLASH |

## 6. Roles and permissions

- **Clerk** — keeps the rooms

| | Clerk |
|---|---|
| Room | all |
| Booking | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| CLASH | 409 | They clash. |
| MANY | 409 | Too many. |
`;

const { product, diagnostics } = compile([{ name: "rooms.md", text: specification }]);
const rule = (name: string) => product.rules.find((r) => r.name === name)!;

it("the specification has no errors", () => {
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
});

it.each([
  ["Apart", "Booking.state", "asked", "confirmed", true],
  ["Apart", "Booking.state", "held", "over", false],
  ["Few", "Booking.state", "asked", "held", true],
  ["Few", "Booking.state", "held", "over", false],
  // What was there before the change is another state by then.
  ["As it was", "Booking.state", "asked", "confirmed", false],
  // The state itself is compared, with whatever stands in the other record.
  ["Same state", "Booking.state", "asked", "confirmed", false],
  // Through a computed field.
  ["Halls are free", "Booking.state", "asked", "confirmed", true],
  ["Halls are free", "Booking.state", "confirmed", "held", false],
  ["Halls are free", "Room.kind", "small", "large", true],
  ["Halls are free", "Room.kind", "large", "hall", false],
  ["Halls are free", "Room.kind", null, "small", false],
  ["Noted, while held", "Booking.state", "confirmed", "held", false],
  ["Noted, while held", "Booking.state", "asked", "confirmed", true],
  // A date isn't compared with names.
  ["Apart", "Booking.from", "2026-01-01", "2026-01-02", false],
])("%s doesn't distinguish %s from %s to %s: %s", (name, read, from, to, same) => {
  expect(rule(name).reads).toContain(read);
  expect(isIndistinguishable(product, rule(name), read, from, to)).toBe(same);
});

it.each([
  ["Confirm", [["asked", "confirmed"]]],
  [
    "Hold",
    [
      ["asked", "held"],
      ["confirmed", "held"],
    ],
  ],
])("%s takes the locks of its steps only", (action, steps) => {
  const concerned = fieldChangesOf(product, "Booking", action);
  expect(concerned).toEqual([{ field: "state", steps }]);
  expect(lockedFields(product, "Booking", concerned)).toEqual(["room", "state"]);
  // Without the rule that compares the states themselves there is nothing to contend for.
  const others = { ...product, rules: product.rules.filter((r) => r.name !== "Same state") };
  expect(lockedFields(others, "Booking", concerned)).toEqual([]);
});

it("takes every lock where the effects of an action write", () => {
  expect(fieldChangesOf(product, "Booking", "Copy")).toBeNull();
  expect(lockedFields(product, "Booking", null)).toEqual(["room", "state"]);
});
