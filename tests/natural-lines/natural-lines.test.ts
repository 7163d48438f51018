/**
 * Lines that people write without knowing the notation. Each is understood, or gets one error at its place whose first fix
 * makes the document legal, also where something must be added in another point.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Diagnostic, Fix } from "@nonet/source";
import { compile } from "../compile-again.ts";

const base = readFileSync(new URL("bookings.md", import.meta.url), "utf8");

const errorsOf = (text: string): readonly Diagnostic[] => compile([{ name: "spec.md", text }]).diagnostics.filter(({ severity }) => severity === "error");

/** The base with `was` written otherwise, and what the first fix of the only error adds to it. */
function mended(was: string, now: string): { readonly errors: readonly string[]; readonly title: string; readonly left: readonly string[]; readonly added: readonly string[] } {
  expect(base.split(was)).toHaveLength(2);
  const text = base.replace(was, () => now);
  const errors = errorsOf(text);
  const [fix] = errors[0]?.fixes ?? [];
  const fixed = fix ? applied(text, fix) : text;
  const before = new Set(text.split("\n"));
  return {
    errors: errors.map(({ code, span }) => `${code} «${text.slice(span.from, span.to)}»`),
    title: fix?.title ?? "",
    left: errorsOf(fixed).map(({ message }) => message),
    added: fixed.split("\n").filter((line) => line !== "" && !before.has(line)),
  };
}

function applied(text: string, { edits }: Fix): string {
  let now = text;
  for (const { span, text: words } of [...edits].sort((a, b) => b.span.from - a.span.from)) now = now.slice(0, span.from) + words + now.slice(span.to);
  return now;
}

const schedule = (name: string, where: string, does: string): string[] => [`### ${name}`, `- Every: day at 03:00, for each Booking where \`${where}\``, `- Does: ${does}`];

/** What stands in the base, the line as people write it, the error, and the lines that the first fix writes. */
const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
  ["(at `to`)", "(every 3 days)", "unreadable-value «every 3 days»", ["| approved | (after 3 days) | over | system | | |"]],
  [
    "| approved | (at `to`) | over |",
    "| approved | (every 3 days) | approved |",
    "unreadable-value «every 3 days»",
    ["| approved | (after 3 days) | approved again | system | | |"],
  ],
  [
    "- Shown as: number",
    "- Shown as: number\n- Deleting: after 6 months",
    "unreadable-value «after 6 months»",
    schedule("Delete old Bookings", "created at + 6 months <= now()", "delete this"),
  ],
  [
    "- Shown as: number",
    "- Shown as: number\n- Deleted after: 6 months",
    "unknown-attribute «Deleted after»",
    schedule("Delete old Bookings", "created at + 6 months <= now()", "delete this"),
  ],
  [
    "- Shown as: number",
    "- Shown as: number\n- Deleted: 6 months after `to`",
    "unknown-attribute «Deleted»",
    schedule("Delete old Bookings", "to + 6 months <= now()", "delete this"),
  ],
  ["- Shown as: number", "- Shown as: number\n- Erasing: after 6 months", "unreadable-value «after 6 months»", ["- Erasing: not before `created at + 6 months`"]],
  [
    "- note: text\n",
    "- note: text, personal, deleted after 6 months\n",
    "unknown-attribute «deleted after 6 months»",
    ["- note: text, personal", ...schedule("Forget old note of Bookings", "note != null and created at + 6 months <= now()", "forget note")],
  ],
  ["- note: text\n", "- note: text, only for Staff\n", "unknown-attribute «only for Staff»", ["- note: text", "| Booking: note | read, update | – | – |"]],
  ["update own while requested", "update own until approved", "unknown-condition «until approved»", ["| Booking | all | read own, create, update own while requested | read |"]],
  ["secret link to My visit", "secret link to My visit, for 7 days", "unknown-attribute «for 7 days»", ["- link: secret link to My visit, until `created at + 7 days`"]],
  [
    "sequence `B-{0000}`",
    "sequence {customer.code}-{000}",
    "unsuitable-field «sequence {customer.code}-{000}»",
    ["- number: sequence {customer code}-{000}", "- customer code = `customer.code`"],
  ],
  ["- Actions: Approve", "- Actions: new Booking, Approve", "unknown-action-shown «new Booking»", ["- Actions: Approve, Cancel"]],
  ["- Actions: Approve, Cancel", '- Button "Confirm": Approve', "unknown-attribute «Confirm»", ["- Actions: Approve"]],
  ["- Email to: guest\n- Subject: Booking", "- Email to: guest\n- Cc: approver\n- Subject: Booking", "unknown-attribute «Cc»", ["- Email to: guest, approver"]],
  ["- Email to: guest\n- Subject: Booking", "- Email to: guest\n- Reply to: approver\n- Subject: Booking", "unknown-attribute «Reply to»", []],
  ["- Email to: guest\n- Subject: Booking", "- When: a Booking is created\n- Email to: guest\n- Subject: Booking", "unknown-attribute «When»", ['- On create: send "Approved"']],
  [
    "- Every: day at 07:00, for each Booking where `date(from) = today() + 1 day`",
    "- Every: 2 days before `from`, for each Booking",
    "unreadable-value «2 days before `from`»",
    ["- Every: day at 07:00, for each Booking where `date(from) = today() + 2 days`"],
  ],
  [
    "- Every: day at 07:00, for each Booking where `date(from) = today() + 1 day`",
    "- When: 2 days before from",
    "unknown-attribute «When»",
    ["- Every: day at 07:00, for each Booking where `date(from) = today() + 2 days`"],
  ],
  [
    "### Reminder",
    "### Find rooms\n\n- Offers: GET /rooms\n- For: anyone\n- Signed in by: API key\n- Answers: `Room.name`\n\n### Reminder",
    "unreadable-value «API key»",
    ["- Signed in by: API key in header X-API-Key"],
  ],
  [
    "### Reminder",
    "### Find rooms\n\n- Offers: GET /rooms\n- For: anyone\n- Answers: list of Room with name, seats\n\n### Reminder",
    "unreadable-value «list of Room with name, seats»",
    ["- Answers: `for each in Room return { name: each.name, seats: each.seats }`"],
  ],
  [
    "| NOT_IN_ORDER at to |",
    '| warn "The end is before the start" |',
    'unreadable-value «warn "The end is before the start"»',
    ["| In order | Booking | `from < to` | warn IN_ORDER |", "| IN_ORDER | 422 | The end is before the start |"],
  ],
  [
    "- open: yes/no, required, default yes\n",
    "- open: yes/no, required, default yes\n\nInitial records:\n\n| name | seats |\n|---|---|\n| 1 to 3 | 4 |\n\n",
    "several-records «1 to 3»",
    ["| 1 | 4 |", "| 2 | 4 |", "| 3 | 4 |"],
  ],
  ["`from < to`", "`from < to and len(note) < 20`", "unknown-function «len»", ["| In order | Booking | `from < to and string length(note) < 20` | NOT_IN_ORDER at to |"]],
  ["`from < to`", "`from < to and people mod 2 = 0`", "unknown-name «people mod 2»", ["| In order | Booking | `from < to and modulo(people, 2) = 0` | NOT_IN_ORDER at to |"]],
  [
    'set approver = `me`; send "Approved"',
    'set approver = `me` send "Approved"',
    'missing-semicolon «send "Approved"»',
    ['| requested | Approve | approved | Staff | | set approver = `me`; send "Approved" |'],
  ],
  [
    "- Starts as: requested",
    "- Starts as: requested\n- Approve asks for: reason: text, required photos: images",
    "missing-semicolon «photos»",
    ["- Approve asks for: reason: text, required; photos: images"],
  ],
  [
    "### Reminder",
    "### Rooms\n\n- Offers: `GET /api/rooms`\n- For: anyone\n- Answers: `{ n: count(Room) }`\n\n### Reminder",
    "path-taken «`GET /api/rooms`»",
    ["- Offers: `GET /api/rooms-2`"],
  ],
  [
    "| requested | Approve | approved | Staff |",
    "| requested | Approve | approved | Stuff not own |",
    "unknown-role «Stuff»",
    ['| requested | Approve | approved | Staff not own | | set approver = `me`; send "Approved" |'],
  ],
];

test("the base has no errors", () => expect(errorsOf(base)).toEqual([]));

test.each(cases)("%s → %s", (was, now, error, added) => {
  const result = mended(was, now);
  expect(result.errors).toEqual([error]);
  expect(result.title).not.toBe("");
  expect(result.left).toEqual([]);
  expect(result.added).toEqual(added);
});

/** Lines with one sensible reading. */
const understood: readonly (readonly [string, string])[] = [
  ['no overlap of [from..to) per room among `state != "cancelled"`', "no two bookings of a room overlap"],
  ["(at `to`)", "(2 hours before `to`)"],
  ["| approved | Staff |", "| approved | Staff not own |"],
  ["| approved | Staff |", "| approved | its approver |"],
  ["secret link to My visit", "secret link to My visit until 7 days after `to`"],
  ["- Starts as: requested", "- Starts as: requested\n- Approve needs: 2 Staff"],
  ["- Actions: Approve, Cancel", "- Button Approve\n- Button: Cancel"],
  [
    "for each Booking where `date(from) = today() + 1 day`\n- Email to: guest\n- Subject: Tomorrow\n- Body: {room.name}, {link}",
    "for each Booking where `date(to) < today()`\n- Does: delete it",
  ],
  ["### Reminder", "### Hook\n\n- Webhook: POST https://example.org/hook\n- Sends: `{ text: 1 }`\n\n### Reminder"],
  ['no overlap of [from..to) per room among `state != "cancelled"`', "at most 3 per guest"],
  ['no overlap of [from..to) per room among `state != "cancelled"`', "at most `most bookings` Bookings per guest"],
  ["list of Booking |", "list of my Bookings |"],
  ["| / | Home |", "| /rooms | Rooms | list of Room sorted by seats descending | everyone |\n| / | Home |"],
  ["| / | Home |", "| /rooms | Rooms | list of Room, newest first | everyone |\n| / | Home |"],
  ["bars of `sum(Booking.people)` by room", "bars of sum of people by room"],
  ["- guest: User, required", "- guest: person, required"],
  ["(at `to`)", "(after two days)"],
  ["(at `to`)", "`(at to)`"],
  ["(at `to`)", "at to"],
  ['set approver = `me`; send "Approved"', 'set approver = `me` and send "Approved"'],
  ["(at `to`)", "(one week after `to`)"],
  ["| Room | all | read | read |", "| Room | all | read while open | read not open |"],
  ["| Room | all | read | read |", "| Room | read, update, delete not open | read where not open | read |"],
  ["| requested | Approve | approved | Staff |", "| requested | Approve | approved again | Guest own | | |\n| requested | Approve | approved | Staff |"],
  ["| Room | all | read | read |", "| Room | all | read | read |\n| Booking, Room: history | read | – | – |"],
  ["for each Booking where `date(from)", "in booking.zone, for each Booking where `date(from)"],
  ["- note: text\n", "- note: required text\n"],
  ["- note: text\n", "- note: text - required\n"],
  ["- note: text\n", "- note: *text*, *required*\n"],
  ["- note: text\n", "- note: optional text\n"],
  ["- Sort: from", "- Sort: from\n- Search: number, room, guest"],
  ["bars of `sum(Booking.people)` by room", "pie of Bookings by state"],
  ["bars of `sum(Booking.people)` by room", "bar chart of Booking by room"],
  ["bars of `sum(Booking.people)` by room", "line of sum(people) of Booking by from per month"],
  ["`count(Booking)`", "Bookings where people > 3"],
  ["`from < to`", "`from < to and count(User[active and has role Staff]) > 0`"],
  [
    "### Reminder",
    "### Book\n\n- Offers: POST /book\n- For: Guest\n- Takes: rooms: list of (name: text, required; people: integer), note: text\n- Does: for each r in rooms: create Room with name = r.name, seats = r.people\n- Answers: 201\n\n### Reminder",
  ],
  ["| per guest |", '| per guest |\n\nExample: rights\nGiven a Room "Blue"\nThen Guests can read the Room but not change it\nAnd Staff can delete it'],
  ["| per guest |", "| per guest |\n\n### Calendar\n\n- Working time: Monday to Friday\n\n| Holidays |\n|---|\n| 2026-12-25 |"],
];

test.each(understood)("%s → %s is understood", (was, now) => {
  expect(base.split(was)).toHaveLength(2);
  expect(errorsOf(base.replace(was, () => now)).map(({ message }) => message)).toEqual([]);
});
