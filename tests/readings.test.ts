/** Lines with exactly one sensible reading: each gives the product of the canonical form beside it. */
import { describe, expect, test } from "vitest";
import { compile } from "./compile-again.ts";

const document = `# House

## 1. What the product does and for whom
- Time zone: Europe/Vienna
- Sign-in: email and password

For whom:
- **Clerk** — plans the rooms
- **Guest** — stays

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Home | dashboard | Clerk |
| /stays | Stays | list of Stay where state = "booked" | Clerk |

### Home
- Number "Stays": count(Stay[state = "in house"])
- Number "Nights": sum(Stay[state = "in house"].nights)
- Number "Used": count(Room[count(stays) > 0])

### Stays
- Sort: arrives on
- Export: csv, xlsx

## 3. Entities and their fields

### Room
- name: text, required
- seats: integer, required
- stays: list of Stay by room

### Stay
- room: Room, required
- guest: User with role Guest, required
- arrives on: date, required
- leaves on: date, required
- nights: integer, default 1
- doubled: integer = nights * 2
- deposit: number, default 0
- starts at: date and time = date and time(arrives on, time("15:00:00"))
- note: text
- prepared on: date = next working day(arrives on)

## 4. States and transitions

### Stay
- Starts as: booked
- Check out asks for: note, required

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| booked | Check in | in house | Clerk | nights > 0 | set note = null |
| in house | Check out | over | Clerk | | |
| booked | Drop | dropped | Clerk | | set deposit = 0 when deposit > 0 |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| One at a time | Stay | no overlap of [arrives on..leaves on) per room among state in ("booked", "in house") | TAKEN at room |
| Not long | Stay | if nights > 7 then deposit > 0 else true | TOO_LONG |

## 6. Roles and permissions

- **Clerk** — includes Guest

Own: a Stay is its guest's.

| | Clerk | Guest |
|---|---|---|
| Room | all | read |
| Stay | all | read own; update (note, nights) own |
| User | read | read |

## 7. The calls it makes

### Welcome
- Email to: guest
- Subject: Welcome
- Body: See you soon.

### Run
- Every: day at 10:00
- For each: Stay where \`state = "booked"\`
- Does: send Welcome

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TAKEN | 409 | The room is taken. |
| TOO_LONG | 422 | That is long. |

## 9. Business constants and limits

### Calendar
- Working time: Monday to Friday
- Holidays: none
`;

/** The product without places and texts as written; nothing may be wrong with it. */
function productOf(old: string, now: string): unknown {
  expect(document.split(old).length, old).toBe(2);
  const { product, diagnostics } = compile([{ name: "spec.md", text: document.replace(old, () => now) }]);
  // A schedule that does something else no longer sends its mail.
  const found = diagnostics.filter(({ severity, code }) => severity !== "hint" && code !== "unused-call");
  expect(
    found.map((d) => `${d.code} ${d.message}`),
    now,
  ).toEqual([]);
  return JSON.parse(JSON.stringify({ ...product, sources: [] }, (key, value: unknown) => (/^(?:span|source|text|prose)$/.test(key) ? undefined : value)));
}

const readings: readonly (readonly [canonical: string, written: string])[] = [
  ['count(Stay[state = "in house"])', "the number of Stays where state is in house"],
  ['count(Stay[state = "in house"])', 'count of Stays where state = "in house"'],
  ['sum(Stay[state = "in house"].nights)', "the sum of nights of Stays where state is in house"],
  ['sum(Stay[state = "in house"].nights)', 'sum(nights) of Stays where state = "in house"'],
  ['list of Stay where state = "booked"', "list of Stays where the state is booked"],
  ["- Sort: arrives on", "- Sort by arrives on"],
  ['count(Stay[state = "in house"])', 'count of Stays where state is "in house".'],
  ["- guest: User with role Guest, required", "- guest: Guest, required"],
  ["- doubled: integer = nights * 2", "- doubled: integer `= nights * 2`"],
  ["- deposit: number, default 0", "- deposit: `number, default 0`"],
  ["| booked | Check in | in house | Clerk | nights > 0 | set note = null |", "| booked | Check in | in house | Clerk | nights > 0 | `set note = null` |"],
  ["- Does: send Welcome", "- Do: `send Welcome`"],
  ["- Export: csv, xlsx", "- Export: yes"],
  ['among state in ("booked", "in house")', 'among Stay[state in ("booked", "in house")]'],
  ['among state in ("booked", "in house")', 'among Stays where state in ("booked", "in house")'],
  ["if nights > 7 then deposit > 0 else true", "if nights > 7 then deposit > 0"],
  ["set deposit = 0 when deposit > 0", "if deposit > 0 then set deposit = 0"],
  ["set deposit = 0 when deposit > 0", "when deposit > 0, set deposit = 0"],
  ["set note = null", "set note = none"],
  ["- Check out asks for: note, required", "\nCheck out asks for the note, which is required."],
  ["- **Clerk** — includes Guest", "A Clerk includes Guest."],
  ["- **Clerk** — includes Guest", "- Clerk includes everything that a Guest may do"],
  ["update (note, nights) own", "update own (note, nights)"],
  ["- Every: day at 10:00", "- Every day at 10:00"],
  ["- Does: send Welcome", "- Send: Welcome"],
  ["count(stays) > 0", "more than 0 stays"],
  ["count(stays) > 0", "count(stays) more than 0"],
  ["nights > 0", "this.nights > 0".replace("this.", "the ")],
];

describe("one reading", () => {
  test.each(readings)("%s ← %s", (canonical, written) => expect(productOf(canonical, written)).toEqual(productOf(canonical, canonical)));
});

/** Pairs in which neither form stands in the document. */
const pairs: readonly (readonly [line: string, canonical: string, written: string])[] = [
  ['among state in ("booked", "in house")', 'among not(state in ("dropped", "over"))', 'among state not in ("dropped", "over")'],
  ['list of Stay where state = "booked"', 'list of Stay where state = "booked" or state = "over"', "list of Stay where state is booked or over"],
  ["nights > 0", "guest.name != null", "guest's name != null"],
  ["- arrives on: date, required", "- arrives on: date, required, at most today()", "- arrives on: date, required, not in the future"],
  ["- arrives on: date, required", "- arrives on: date, required, at least today()", "- arrives on: date, required, not in the past"],
  ["nights > 0", "working days(arrives on - 1 day, arrives on) = 1", "arrives on is a working day"],
  [
    '- For each: Stay where `state = "booked"`\n- Does: send Welcome',
    "- For each: User where `this has role Guest`\n- Does: delete this when `this.name = null`",
    "- For each: User with role Guest\n- Does: delete this when `this.name = null`",
  ],
  ["set note = null", "for each s in Stay[room = this.room and nights > 3]: set s.note = null", "for each s in Stay[room = this.room] where s.nights > 3: set s.note = null"],
];

test("each pair gives something", () => {
  for (const [line, canonical, written] of pairs.slice(0, 6)) expect(productOf(line, written), written).toEqual(productOf(line, canonical));
  for (const [line, canonical, written] of pairs.slice(6)) expect([productOf(line, written), productOf(line, canonical)].every(Boolean), written).toBe(true);
});

test("computed fields in a column of attributes", () => {
  const bullets =
    "- room: Room, required\n- guest: User with role Guest, required\n- arrives on: date, required\n- leaves on: date, required\n- nights: integer, default 1\n- doubled: integer = nights * 2\n";
  const table =
    "| Field | Type | Attributes |\n|---|---|---|\n| room | Room | required |\n| guest | User with role Guest | required |\n| arrives on | date | required |\n| leaves on | date | required |\n| nights | integer | default 1 |\n| doubled | integer | = nights * 2 |\n\n";
  expect(productOf(bullets, table)).toEqual(productOf(bullets, bullets));
});

test("working time below a decision table is the calendar's", () => {
  const calendar = "### Calendar\n- Working time: Monday to Friday\n- Holidays: none\n";
  const fee = "### fee\n\n| nights | → fee |\n|---|---|\n| < 3 | 1 |\n| - | 2 |\n\n";
  const calendars = (put: string): unknown => {
    const { product, diagnostics } = compile([{ name: "spec.md", text: document.replace(calendar, () => put) }]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    return product.calendars.map(({ name, hours, holidays }) => ({ name, hours, holidays }));
  };
  expect(calendars(`${fee}Working time: Monday to Friday\n\nHolidays: none\n`)).toEqual(calendars(`- Working time: Monday to Friday\n- Holidays: none\n\n${fee}`));
});

test("a heading without a row says which row to add, and the fix adds it", () => {
  const old = "### Stays\n- Sort: arrives on\n";
  const text = document.replace(old, () => `${old}\n### Rooms — for Clerk, at \`/rooms\`\n- Columns: name\n\n`.replace("- Export: csv, xlsx\n", ""));
  const { diagnostics } = compile([{ name: "spec.md", text }]);
  const found = diagnostics.find(({ code }) => code === "unknown-screen")!;
  expect(found.hint).toBe("Add the row `| /rooms | Rooms | list of Room | Clerk |`.");
  const mended = found
    .fixes![0]!.edits.toSorted((a, b) => b.span.from - a.span.from)
    .reduce((all, { span, text: put }) => all.slice(0, span.from) + put + all.slice(span.to), text);
  const next = compile([{ name: "spec.md", text: mended.replace("- Export: csv, xlsx\n", "") }]);
  expect(next.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  expect(next.product.screens.find(({ name }) => name === "Rooms")).toMatchObject({ route: "/rooms", for: ["Clerk"], shows: { kind: "list", entity: "Room" } });
});
