/** What a page or list says about its actions that create records, before anybody fills in a form. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const spec = `# Theatre

## 1. What the product does and for whom
- **Name**: Theatre
- **Usher** — shows the way
- **Guest** — watches

## 2. Screens and routes
| Route | Screen | Shows | For | Menu |
|---|---|---|---|---|
| /plays | Plays | list of Play | everyone | yes |
| /plays/:name | Play | Play | everyone | no |
| /seats | Seats | list of Seat | Guest, Usher | yes |
| /notes | Notes | list of Note | Usher | yes |

### Plays
- Actions: Seat: Reserve, Note: Write

### Play
- Actions: Seat: Reserve, Note: Write, Seat: Give away

## 3. Entities and their fields

### Play
- name: text, required, unique
- free: integer, required

### Seat
- play: Play, required
- row: text

### Note
- play: Play
- text: text, required

## 4. States and transitions

### Seat
| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Reserve | taken | Guest | \`play.free > 0\`, else SOLD_OUT | |
| (new) | Give away | taken | Usher | \`row != null and play.free > 5\` | |

### Note
| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Write | open | Usher | \`count(Note) <= most notes\` | |

## 6. Roles and permissions
- **Usher**
- **Guest**

| | Usher | Guest |
|---|---|---|
| Play | all | read |
| Seat | read | read |
| Note | read | – |

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| SOLD_OUT | 409 | The play is sold out. |

## 9. Business constants and limits
| Name | Value | Meaning |
|---|---|---|
| most notes | 1 | at a time |
`;

let small: Small;
let usher: Actor;
let guest: Actor;
let plays: Readonly<Record<"full" | "empty", string>>;

beforeAll(async () => {
  small = await openSmall(spec);
  usher = await small.as("usher");
  guest = await small.as("guest");
  plays = { full: (await small.make(usher, "Play", { name: "Hamlet", free: 0 })).id, empty: (await small.make(usher, "Play", { name: "Faust", free: 3 })).id };
}, 120_000);
afterAll(() => small.close());

const shown = async (actor: Actor, screen: string, id: string | null): Promise<readonly string[]> =>
  valueOf(await small.engine.creations(actor, screen, id)).map(({ entity, action, why, line }) => `${entity}: ${action ?? "New"}${why === null ? "" : ` ✗ ${why} (${line})`}`);

test("a guard over the page's record is known before the form is filled in", async () => {
  expect(await shown(guest, "Play", plays.empty)).toContain("Seat: Reserve");
  expect(await shown(guest, "Play", plays.full)).toContain("Seat: Reserve ✗ The play is sold out. (41)");
});

test("a guard that reads what the person fills in isn't checked before", async () => {
  expect(await shown(guest, "Plays", null)).toContain("Seat: Reserve");
  expect(await shown(usher, "Play", plays.full)).toContain("Seat: Give away");
});

test("a guard that reads nothing of the record is known above a list, and for New", async () => {
  expect(await shown(usher, "Notes", null)).toEqual(["Note: New"]);
  await small.make(usher, "Note", { text: "Lights" });
  expect(await shown(usher, "Notes", null)).toEqual(["Note: New ✗ Not possible now. (47)"]);
  expect(await shown(usher, "Plays", null)).toContain("Note: Write ✗ Not possible now. (47)");
});

test("a screen or a record that the actor may not read is not found", async () => {
  expect(resultOf(await small.engine.creations(guest, "Notes", null))).toBe("not found: not-found");
  expect(resultOf(await small.engine.creations(guest, "Play", "00000000-0000-4000-8000-000000000000"))).toBe("not found: not-found");
});
