/** What each state means and which action leads further, from the order of a machine's table. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { coloursOf } from "../src/states/state-colours.ts";
import { courseOf, statesLeadingFurther, stopsRecords } from "../src/states/state-course.ts";

function machineOf(rows: string, startsAs: string | null = "waiting", more = "") {
  const text = `# Orders

## 1. What it does and for whom

- **Clerk** — works

## 3. Entities

### Order

- title: text, required

## 4. States and transitions

### Order

${startsAs === null ? "" : `- Starts as: ${startsAs}${more}`}

| From | Action | To | Who |
|---|---|---|---|
${rows}

## 6. Roles and permissions

- **Clerk** — works

| Entity | Clerk |
|---|---|
| Order | all |
`;
  const { product, diagnostics } = compile([{ name: "orders.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return product.machines[0]!;
}

const tones = (rows: string): Readonly<Record<string, string>> => courseOf(machineOf(rows)).tones;

test("the first rows are the course, other ends stop it, other states stand aside", () => {
  expect(
    tones(`| waiting | Reject | rejected | Clerk |
| waiting | Approve | approved | Clerk |
| approved | Hold | held | Clerk |
| held | Release | approved | Clerk |
| approved | Extend | approved | Clerk |
| approved | Close | closed | Clerk |
| approved | Cancel | cancelled | Clerk |`),
  ).toEqual({ waiting: "waiting", rejected: "stopped", approved: "active", held: "aside", closed: "done", cancelled: "stopped" });
  expect(
    tones(`| waiting | Approve | approved | Clerk |
| approved | Hand out | out | Clerk |
| approved | Hold | held | Clerk |
| held | Release | approved | Clerk |
| out | Return | returned | Clerk |
| out, approved | Lose | lost | Clerk |`),
  ).toEqual({ waiting: "waiting", approved: "active", out: "active", held: "aside", returned: "done", lost: "stopped" });
});

test("a machine that goes round has neither a done nor a stopped state", () => {
  expect(
    tones(`| waiting | Start | running | Clerk |
| running | Stop | waiting | Clerk |`),
  ).toEqual({ waiting: "waiting", running: "active" });
});

test("an action leads further from some states, and stops records if all its ways do", () => {
  const machine = machineOf(`| waiting | Approve | approved | Clerk |
| approved | Extend | approved | Clerk |
| approved | Return | returned | Clerk |
| waiting, approved | Cancel | cancelled | Clerk |
| approved | Remove | (deleted) | Clerk |`);
  const course = courseOf(machine);
  const action = (name: string) => machine.actions.find((one) => one.name === name)!;
  expect(machine.actions.map(({ name }) => [name, statesLeadingFurther(course, action(name)), stopsRecords(machine, course, action(name))])).toEqual([
    ["Approve", ["waiting"], false],
    ["Extend", [], false],
    ["Return", ["approved"], false],
    ["Cancel", [], true],
    ["Remove", [], true],
  ]);
});

test("a state has the colour of its meaning, unless the document gives it another; its meaning stays", () => {
  const rows = `| waiting | Approve | in use | Clerk |
| waiting | Reject | rejected | Clerk |
| in use | Close | closed | Clerk |`;
  expect(coloursOf(machineOf(rows))).toEqual({ waiting: "grey", "in use": "blue", rejected: "red", closed: "green" });
  const machine = machineOf(rows, "waiting", "\n- Colors: In use purple, rejected: gray and closed in teal");
  expect(coloursOf(machine)).toEqual({ waiting: "grey", "in use": "purple", rejected: "grey", closed: "teal" });
  expect(courseOf(machine).tones).toEqual({ waiting: "waiting", "in use": "active", rejected: "stopped", closed: "done" });
});

test("a state's name says what it means before its place does", () => {
  const colours = coloursOf(
    machineOf(`| waiting | Approve | approved | Clerk |
| waiting | Reject | rejected | Clerk |
| waiting | Cancel | cancelled | Clerk |
| approved | Pick | picked | Clerk |
| picked | Pack | packed | Clerk |
| packed | Complain | overdue | Clerk |
| overdue | Send | sent | Clerk |
| packed | Send | sent | Clerk |
| sent | Repair | repaired | Clerk |
| repaired | Finish | done | Clerk |
| done | Close | closed | Clerk |
| sent | Let lapse | lapsed | Clerk |
| sent | Leave | left behind | Clerk |`),
  );
  expect(colours).toEqual({
    waiting: "grey",
    approved: "green",
    rejected: "red",
    cancelled: "grey",
    picked: "blue",
    packed: "purple",
    overdue: "red",
    sent: "blue",
    repaired: "green",
    done: "teal",
    closed: "green",
    lapsed: "grey",
    "left behind": "grey",
  });
});

test("of several states in which records may begin, the second is amber", () => {
  const colours = coloursOf(
    machineOf("| (new) | Book | booked | Clerk |\n| (new) | Queue | queued | Clerk |\n| queued | Move up | booked | Clerk |\n| booked | Come | came | Clerk |", null),
  );
  expect(colours).toEqual({ booked: "grey", queued: "amber", came: "green" });
});

test("a step back to a state of the course doesn't lead further, so the end after it is the course's end", () => {
  const rows = `| waiting | Receive | received | Clerk |
| received | Reopen | waiting | Clerk |
| waiting | Cancel | cancelled | Clerk |
| received | Close | closed | Clerk |`;
  expect(tones(rows)).toEqual({ waiting: "waiting", received: "active", cancelled: "stopped", closed: "done" });
});

test("without `Starts as`, records begin where the rows from (new) lead", () => {
  const machine = machineOf(
    `| (new) | Ask | asked | Clerk |
| (new) | Ask urgently | urgent | Clerk |
| asked, urgent | Approve | approved | Clerk |
| asked | Reject | rejected | Clerk |`,
    null,
  );
  const course = courseOf(machine);
  expect(course.tones).toEqual({ asked: "waiting", urgent: "waiting", approved: "done", rejected: "stopped" });
  expect(machine.actions.filter((action) => stopsRecords(machine, course, action)).map(({ name }) => name)).toEqual(["Reject"]);
});

test("an end that every state leads to isn't the course's end, if there is another", () => {
  const machine = machineOf(`| waiting | Start | running | Clerk |
| running | Lend | lent | Clerk |
| running | Sell | sold | Clerk |
| lent | Take back | waiting | Clerk |
| waiting, running, lent | Lose | lost | Clerk |`);
  const course = courseOf(machine);
  expect(course.tones).toEqual({ waiting: "waiting", running: "active", lent: "active", sold: "ended", lost: "stopped" });
  expect(course.further.get("lent")!.to).toBe("waiting");
});

test("an end of a course that goes round is neither good nor bad, and its action isn't red", () => {
  const machine = machineOf(`| waiting | Start | running | Clerk |
| running | Lend | lent | Clerk |
| running | Give away | given away | Clerk |
| lent | Take back | waiting | Clerk |
| waiting, running, lent | Lose | lost | Clerk |`);
  const course = courseOf(machine);
  expect(course.tones).toEqual({ waiting: "waiting", running: "active", lent: "active", "given away": "ended", lost: "stopped" });
  expect(coloursOf(machine)["given away"]).toBe("grey");
  const stops = (name: string) =>
    stopsRecords(
      machine,
      course,
      machine.actions.find((a) => a.name === name)!,
    );
  expect([stops("Give away"), stops("Lose")]).toEqual([false, true]);
});

test("the only end is the course's end, also where every state leads to it", () => {
  expect(
    tones(`| waiting | (after 1 day) | due | system |
| due | (after 1 day) | overdue | system |
| waiting, due, overdue | Give | given | Clerk |`),
  ).toEqual({ waiting: "waiting", due: "active", overdue: "active", given: "done" });
});

test("of two states too, an end that both lead to isn't the course's end", () => {
  expect(
    tones(`| waiting | Announce | announced | Clerk |
| waiting, announced | Call off | called off | Clerk |
| announced | (after 1 day) | over | system |`),
  ).toEqual({ waiting: "waiting", announced: "active", "called off": "stopped", over: "done" });
});

test("a state that leads back stands aside, unless it has an end of its own or leads on", () => {
  expect(
    tones(`| waiting | Return | returned | Clerk |
| waiting | Approve | approved | Clerk |
| returned | Hand in again | waiting | Clerk |
| returned | (after 30 days) | forfeited | system |`),
  ).toEqual({ waiting: "waiting", returned: "aside", approved: "done", forfeited: "stopped" });
  expect(
    tones(`| waiting | Publish | assigned | Clerk |
| assigned | Report sick | open | Clerk |
| open | Assign | assigned | Clerk |
| waiting, open, assigned | Strike | struck | Clerk |
| assigned | (after 1 day) | worked | system |
| open | (after 1 day) | struck | system |`),
  ).toEqual({ waiting: "waiting", assigned: "active", open: "aside", worked: "done", struck: "stopped" });
  expect(
    tones(`| waiting | Receive some | partly received | Clerk |
| waiting | Cancel | cancelled | Clerk |
| partly received | Send back | waiting | Clerk |
| partly received | (after 1 day) | received | system |
| received | Close | closed | Clerk |`),
  ).toEqual({ waiting: "waiting", "partly received": "active", received: "active", cancelled: "stopped", closed: "done" });
});

test("a record that an action makes, and that has nothing but an end before it, is under way, and its end is neither good nor bad", () => {
  const machine = machineOf(
    `| (new) | Book | booked | Clerk |
| booked | Reverse | reversed | Clerk |`,
    null,
  );
  const course = courseOf(machine);
  expect(coloursOf(machine)).toEqual({ booked: "blue", reversed: "grey" });
  expect(course.further.size).toBe(0);
  expect(machine.actions.filter((action) => stopsRecords(machine, course, action))).toEqual([]);
});
