/** `When …`: a person acts, time passes, or a call is answered. */
import { fold } from "@nonet/feel";
import type { Action, Actor, Field, Given, Step } from "@nonet/model";
import { nearest } from "@nonet/source";
import { literal } from "../context/placeholder.ts";
import { delayOf } from "../resolve/delay.ts";
import { bare } from "../text/split.ts";
import { readContent } from "./answer-content.ts";
import { whatOf } from "./example-name.ts";
import { actionsNamed, entityNamed, learn, mistake, namingField, type Story } from "./example-scope.ts";
import { made, readNamed, readThing } from "./record-phrases.ts";
import { type Cursor, ended, isWord, nameAt, peek, takeName, takeWord, wordsOf } from "./tokens.ts";
import { fieldValue, list } from "./values.ts";

export function readWhen(story: Story, c: Cursor): Step | null {
  return readPass(story, c) ?? (story.failed ? null : (readAnswer(story, c) ?? (story.failed ? null : readDoing(story, c))));
}

/** `2 days pass`, `2 working days pass`. */
function readPass(story: Story, c: Cursor): Step | null {
  const last = c.tokens.at(-1);
  if (last?.kind !== "word" || !/^(pass|passes|go by|goes by|have passed|has passed)$/i.test(last.text)) return null;
  const words = wordsOf(c, c.at, c.tokens.length - 1);
  const spelled = /^(an?|one)\s+/i.test(words.text) ? { ...words, text: words.text.replace(/^(an?|one)\s+/i, "1 ") } : words;
  const plain = literal(bare(spelled));
  const { expression: duration, working } = plain ? { expression: plain, working: false } : delayOf(story.ctx, spelled, { what: whatOf(story) });
  if (!duration.type.kind.endsWith("duration"))
    return mistake(story, "unreadable-step", words.span, `"${words.text}" is not a length of time.`, "Write `2 days pass`, `3 hours pass`, `2 working days pass`.");
  c.at = c.tokens.length;
  return { kind: "pass", duration, working, source: c.words.span };
}

/** `Charge fee answers 500`, `"Charge fee" answers 200 with id "ch-1"`, `… with { id: "ch-1" }`. */
function readAnswer(story: Story, c: Cursor): Step | null {
  const at = c.tokens.findIndex((t, i) => i > c.at && t.kind === "word" && /^answers?$/i.test(t.text));
  if (at < 0) return null;
  const from = isWord(c, /the/) ? c.at + 1 : c.at;
  const name = c.tokens[from]!.kind === "quoted" && at === from + 1 ? c.tokens[from]!.text : wordsOf(c, from, at).text;
  const call = story.calls.find((one) => fold(one.name) === fold(name));
  if (!call)
    return mistake(
      story,
      "unknown-call",
      wordsOf(c, from, at).span,
      `Point 7 has no call "${name}".${near(
        name,
        story.calls.map((one) => one.name),
      )}`,
    );
  if (call.does.kind !== "http") return mistake(story, "unreadable-step", wordsOf(c, from, at).span, `"${call.name}" is not a call that gets an answer.`);
  const status = Number(c.tokens[at + 1]?.text);
  if (!Number.isInteger(status) || status < 100 || status > 599)
    return mistake(story, "unreadable-step", wordsOf(c, at, c.tokens.length).span, "The status of an answer must be from 100 to 599.", `Write \`${call.name} answers 500\`.`);
  c.at = at + 2;
  const body = takeWord(c, /with/) && !ended(c) ? readContent(story, c) : null;
  if (story.failed) return null;
  return { kind: "answer", call: call.name, status, body, source: c.words.span };
}

/** `Borrower "Bo"`, `"Bo"`, `a Buyer`. */
export function readActor(story: Story, c: Cursor): Actor | null {
  const start = c.at;
  takeWord(c, /the|an?/);
  const role = takeName(c, [...story.roles, "Owner"]);
  const name = peek(c)?.kind === "quoted" ? c.tokens[c.at++]!.text : null;
  if (role === null && name === null) {
    c.at = start;
    return null;
  }
  if (name !== null) learn(story, "User", name);
  if (name !== null && role !== null) story.namedBy.set(fold(name), [...(story.namedBy.get(fold(name)) ?? []), role]);
  return { role, name };
}

function readDoing(story: Story, c: Cursor): Step | null {
  const from = c.at;
  const by = readActor(story, c);
  if (!by) {
    const phrase = wordsOf(c, from, from + 1);
    return mistake(
      story,
      "unreadable-step",
      phrase.span,
      `"${phrase.text}" is neither a role of point 6 nor a name in quotation marks.${near(phrase.text, story.roles)}`,
      'Write `When Clerk "Ada" …`, `When "Ada" …` or `When a Clerk …`.',
    );
  }
  if (takeWord(c, /creates?|adds?/)) return readCreate(story, c, by);
  if (takeWord(c, /changes?|sets?|updates?/)) return readChange(story, c, by);
  if (takeWord(c, /deletes?/)) {
    const record = readNamed(story, c);
    return record && { kind: "delete", by: withRole(story, by, ["delete"], record.entity), record, source: c.words.span };
  }
  return readAct(story, c, by);
}

function readCreate(story: Story, c: Cursor, by: Actor, action?: Action): Step | null {
  const thing = readThing(story, c, { asks: action ? action.asks.map((a) => a.field) : "making" });
  if (!thing) return null;
  if (thing.state !== null)
    return mistake(story, "unreadable-step", c.words.span, `A new ${thing.entity} can't be given a state.`, "Run the action that leads to the state in a step of its own.");
  const { title, values } = made(story, c, thing);
  // A person can't write a number that the product assigns.
  const naming = namingField(entityNamed(story, thing.entity));
  return {
    kind: "create",
    by: withRole(story, by, [action?.name ?? "create"], thing.entity),
    entity: thing.entity,
    action: action?.name ?? null,
    title,
    values: [...(naming?.type.kind === "sequence" ? values.filter((v) => v.field !== naming.name) : values), ...thing.asked],
    parts: thing.parts,
    source: c.words.span,
  };
}

/** `changes end date of the Loan to 2026-03-09`, `changes the Loan with end date 2026-03-09`. */
function readChange(story: Story, c: Cursor, by: Actor): Step | null {
  const of = c.tokens.findIndex((t, i) => i > c.at && t.kind === "word" && /^of$/i.test(t.text));
  const first = isWord(c, /the|an?/) ? c.at + 1 : c.at;
  const isRecord =
    nameAt(
      c,
      story.entities.map((e) => e.name),
      first,
    ) !== null;
  if (isRecord || of < 0) {
    const thing = readThing(story, c, { named: true });
    if (!thing) return null;
    const having = thing.values.filter((v) => v.value.kind === "record" && entityNamed(story, thing.entity).fields.some((f) => f.name === v.field && f.type.kind === "inverse"));
    const values = thing.values.filter((v) => !having.includes(v));
    if (values.length === 0) return mistake(story, "unreadable-step", c.words.span, `The step doesn't say what is changed.`, "Write `changes FIELD of the RECORD to VALUE`.");
    return { kind: "change", by: withRole(story, by, ["update"], thing.entity), record: { entity: thing.entity, name: thing.name, having }, values, source: c.words.span };
  }
  const fieldAt = first;
  c.at = of + 1;
  const to = lastTo(c);
  if (to < 0) return mistake(story, "unreadable-step", c.words.span, "The step doesn't say what the new value is.", "Write `changes FIELD of the RECORD to VALUE`.");
  const record = readNamed(story, { words: c.words, tokens: c.tokens.slice(0, to), at: of + 1 });
  if (!record) return null;
  const field = fieldNamed(story, c, fieldAt, of, record.entity);
  if (!field) return null;
  const given = fieldValue(story, field, c, to + 1, c.tokens.length, readNamed);
  c.at = c.tokens.length;
  return given && { kind: "change", by: withRole(story, by, ["update"], record.entity), record, values: [given], source: c.words.span };
}

const lastTo = (c: Cursor): number => c.tokens.findLastIndex((t, i) => i >= c.at && t.kind === "word" && /^to$/i.test(t.text));

export function fieldNamed(story: Story, c: Cursor, from: number, to: number, entity: string): Field | null {
  const words = wordsOf(c, from, to);
  const fields = entityNamed(story, entity).fields;
  const field = fields.find((f) => fold(f.name) === fold(words.text));
  return (
    field ??
    mistake(
      story,
      "unknown-field",
      words.span,
      `${entity} has no field "${words.text}".${near(
        words.text,
        fields.map((f) => f.name),
      )}`,
    )
  );
}

/** `does Hand out on the Loan`, `hands out the Loan`, `rejects the Requisition with why "too dear"`. */
function readAct(story: Story, c: Cursor, by: Actor): Step | null {
  const says = takeWord(c, /does|do/) !== null;
  const actions = actionsNamed(story);
  const spellings = new Map(actions.flatMap(({ action }) => [[action.name, action.name], ...(says ? [] : [[conjugated(action.name), action.name] as const])] as const));
  const from = c.at;
  const found = nameAt(c, spellings.keys());
  if (!found) {
    const phrase = wordsOf(c, from, Math.min(from + 2, c.tokens.length));
    const verbs = ["creates", "changes", "deletes", ...actions.map(({ action }) => conjugated(action.name))];
    return mistake(
      story,
      "unreadable-step",
      phrase.text === "" ? c.words.span : phrase.span,
      phrase.text === "" ? "The step doesn't say what is done." : `"${phrase.text}" is not something that a person can do.${near(c.tokens[from]!.text, verbs)}`,
      `Use ${list([...new Set(verbs)])}, or \`does ACTION on\` a record.`,
    );
  }
  c.at += found.length;
  takeWord(c, /on/);
  const name = spellings.get(found.name)!;
  const mine = actions.filter(({ action }) => fold(action.name) === fold(name));
  const making = isWord(c, /an?/) ? mine.find(({ entity, action }) => nameAt(c, [entity], c.at + 1) && isMaking(story, entity, action.name)) : undefined;
  if (making) return readCreate(story, c, by, making.action);
  const asked: Given[] = [];
  const record = readNamed(
    story,
    c,
    undefined,
    mine.flatMap(({ action }) => action.asks.map((a) => a.field)),
    asked,
  );
  if (!record) return null;
  const one = mine.find(({ entity }) => entity === record.entity);
  if (!one)
    return mistake(
      story,
      "unknown-action",
      wordsOf(c, from, from + found.length).span,
      `${record.entity} has no action ${name}; it belongs to ${list(mine.map((m) => m.entity))}.`,
    );
  const who =
    story.machines
      .find((m) => m.entity === record.entity && m.actions.includes(one.action))
      ?.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === one.action.name)
      .flatMap((t) => t.who.map((w) => w.role)) ?? [];
  return { kind: "act", by: withRole(story, by, who, record.entity), action: one.action.name, record, asked, source: c.words.span };
}

/** Whether the action has a `(new)` row: `requests a Loan with …` creates one. */
const isMaking = (story: Story, entity: string, action: string): boolean =>
  story.machines.some((m) => m.entity === entity && m.transitions.some((t) => t.from === null && t.trigger.kind === "action" && t.trigger.action === action));

/** `Hand out` → `hands out`. */
export function conjugated(action: string): string {
  const [verb = "", ...rest] = action.toLowerCase().split(" ");
  const third = /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, "ies") : /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return [third, ...rest].join(" ");
}

/** A person named without a role gets the role of the field that names them (`requester`), otherwise the first role that may run the action. */
function withRole(story: Story, by: Actor, may: readonly string[], entity: string): Actor {
  if (by.role !== null || by.name === null) return by;
  const named = story.namedBy.get(fold(by.name)) ?? [];
  if (named.some((n) => n === "Owner" || story.roles.includes(n))) return by;
  const role = story.roles.find((r) => named.some((n) => fold(n) === fold(r))) ?? story.roles.find((r) => may.includes(r)) ?? grantedTo(story, may[0]!, entity);
  return { role: role ?? null, name: by.name };
}

const grantedTo = (story: Story, verb: string, entity: string): string | undefined =>
  story.grants.find((g) => g.entity === entity && g.verb === verb && story.roles.includes(g.role))?.role;

export const near = (written: string, known: Iterable<string>): string => {
  const found = nearest(written, known);
  return found === undefined ? "" : ` Did you mean "${found}"?`;
};
