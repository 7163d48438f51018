/** `Then …`: the expected result. */
import { fold } from "@nonet/feel";
import type { Step } from "@nonet/model";
import { text as textOf, truth } from "../expressions/build.ts";
import { entityNamed, mistake, otherStates, statesOf, type Story } from "./example-scope.ts";
import { flagAt, readNamed, titledEntity } from "./record-phrases.ts";
import { type Cursor, ended, isWord, nameAt, peek, takeWord, wordsOf } from "./tokens.ts";
import { fieldValue, list } from "./values.ts";
import { fieldNamed, near, readActor } from "./when-steps.ts";

/** Errors that the product itself raises, by code. */
export const builtInCodes = [
  "not-found",
  "not-signed-in",
  "not-permitted",
  "changed-meanwhile",
  "still-in-use",
  "invalid-value",
  "required",
  "not-unique",
  "call-failed",
  "not-shown",
  "wrong-state",
  "guard",
  "locked",
  "read-only",
  "unknown-field",
] as const;

export function readThen(story: Story, c: Cursor): Step[] | null {
  const code = readCode(story, c);
  if (code) return [code];
  if (story.failed) return null;
  const sees = readSees(story, c);
  if (sees || story.failed) return sees && [sees];
  const sent = readSent(story, c);
  if (sent || story.failed) return sent && [sent];
  return readState(story, c);
}

/** `ITEM_TAKEN`, `not permitted`: the error of the step before. */
function readCode(story: Story, c: Cursor): Step | null {
  const rest = wordsOf(c, c.at, c.tokens.length);
  const text = c.tokens[c.at]?.kind === "quoted" ? "" : rest.text.replace(/^`|`$/g, "").replace(/^it is refused with /i, "");
  const code = [...story.codes, ...builtInCodes].find((one) => fold(one) === fold(text));
  if (code === undefined) {
    if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(text) && text.length > 1) return mistake(story, "unlisted-code", rest.span, `Point 8 has no code ${text}.${near(text, story.codes)}`);
    return null;
  }
  c.at = c.tokens.length;
  return { kind: "refused", code, source: c.words.span };
}

/** `Borrower "Bo" can't see the Loan of "Ada"`, `… can see the fee of the Loan`. */
function readSees(story: Story, c: Cursor): Step | null {
  const at = c.tokens.findIndex((t, i) => i >= c.at && t.kind === "word" && /^(can|can't|can’t|cannot)$/i.test(t.text));
  if (at < 0) return null;
  const by = readActor(story, c);
  if (!by || c.at !== at) return mistake(story, "unreadable-step", wordsOf(c, c.at, at).span, "Write a role, a name in quotation marks, or both before `can see`.");
  const can = takeWord(c, /can/) !== null && !takeWord(c, /not/);
  if (!can && isWord(c, /can't|can’t|cannot/)) c.at++;
  if (!takeWord(c, /see/))
    return mistake(
      story,
      "unreadable-step",
      wordsOf(c, c.at, c.at + 1).span,
      "A Then can only check what somebody can or can't see.",
      "Write the attempt as a `When`, and the error as a `Then`.",
    );
  const from = isWord(c, /the|an?/) ? c.at + 1 : c.at;
  const of = c.tokens.findIndex((t, i) => i > from && t.kind === "word" && /^of$/i.test(t.text));
  if (
    nameAt(
      c,
      story.entities.map((e) => e.name),
      from,
    ) ||
    of < 0
  ) {
    const record = readNamed(story, c);
    return record && { kind: "sees", by, record, field: null, can, source: c.words.span };
  }
  c.at = of + 1;
  const record = readNamed(story, c);
  const field = record && fieldNamed(story, c, from, of, record.entity);
  return record && field && { kind: "sees", by, record, field: field.name, can, source: c.words.span };
}

/** `"Loan approved" is not sent to "Ada"`. */
function readSent(story: Story, c: Cursor): Step | null {
  const at = c.tokens.findIndex((t, i) => i > c.at && t.kind === "word" && /^(is|was|isn't|wasn't)$/i.test(t.text));
  const verb = at < 0 ? -1 : at + (/^not$/i.test(c.tokens[at + 1]?.text ?? "") ? 2 : 1);
  if (at < 0 || !/^(sent|called)$/i.test(c.tokens[verb]?.text ?? "")) return null;
  const from = isWord(c, /the/) ? c.at + 1 : c.at;
  const name = c.tokens[from]!.kind === "quoted" ? c.tokens[from]!.text : wordsOf(c, from, at).text;
  const call = story.calls.find((one) => fold(one.name) === fold(name));
  // A state may be called `sent` as well.
  if (
    !call &&
    (titledEntity(story, { ...c, at: from }) !== null ||
      nameAt(
        c,
        story.entities.map((e) => e.name),
        from,
      ))
  )
    return null;
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
  const sent = verb === at + 1 && !/n't$/i.test(c.tokens[at]!.text);
  c.at = verb + 1;
  let to: string | null = null;
  if (takeWord(c, /to/)) {
    if (ended(c)) return mistake(story, "unreadable-step", c.words.span, 'There is nothing after "to".');
    const actor = readActor(story, c);
    to = actor?.name ?? actor?.role ?? c.tokens[c.at]?.text ?? null;
    if (!actor) c.at++;
  }
  return { kind: "sent", call: call.name, sent, to, source: c.words.span };
}

/** `the Loan of "Ada" is approved`, `the fee of the Loan is 37.50`, `the Loan has fee 37.50`. */
function readState(story: Story, c: Cursor): Step[] | null {
  const is = c.tokens.findIndex((t, i) => i > c.at && t.kind === "word" && /^(is|has|are)$/i.test(t.text));
  if (is < 0)
    return mistake(
      story,
      "unreadable-step",
      wordsOf(c, c.at, c.tokens.length).span,
      "This can't be checked.",
      "Write a code of point 8, `the RECORD is STATE`, `the FIELD of the RECORD is VALUE`, `… can see …`, or `MAIL is sent to …`.",
    );
  const head: Cursor = { words: c.words, tokens: c.tokens.slice(0, is), at: c.at };
  const from = isWord(c, /the|an?/) ? c.at + 1 : c.at;
  const of = head.tokens.findIndex((t, i) => i > from && t.kind === "word" && /^of$/i.test(t.text));
  const isRecord =
    nameAt(
      head,
      story.entities.map((e) => e.name),
      from,
    ) !== null;
  if (!isRecord && of >= 0) {
    head.at = of + 1;
    const record = readNamed(story, head);
    const field = record && fieldNamed(story, c, from, of, record.entity);
    const given = field && fieldValue(story, field, c, is + 1, c.tokens.length, readNamed);
    c.at = c.tokens.length;
    return record && given && [{ kind: "holds", record, field: given.field, value: given.value, source: c.words.span }];
  }
  const record = readNamed(story, head);
  if (!record) return null;
  if (!ended(head)) return mistake(story, "unreadable-step", wordsOf(head, head.at, is).span, "This is not understood here.");
  if (/^has$/i.test(c.tokens[is]!.text)) return readHas(story, c, is, record);
  const phrase = wordsOf(c, is + 1, c.tokens.length);
  c.at = c.tokens.length;
  const states = statesOf(story, record.entity);
  const state = states.find((s) => fold(s) === fold(phrase.text.replace(/^`|`$|"/g, "")));
  if (state !== undefined) return [{ kind: "is", record, state, source: c.words.span }];
  const other = readOtherState(story, c, record, phrase);
  if (other || story.failed) return other;
  const flag = entityNamed(story, record.entity).fields.find(
    (f) => f.type.kind === "yes/no" && (fold(f.name) === fold(phrase.text) || fold(`not ${f.name}`) === fold(phrase.text)),
  );
  if (flag) {
    const value = fold(flag.name) === fold(phrase.text);
    return [
      {
        kind: "holds",
        record,
        field: flag.name,
        value: { kind: "expression", expression: { kind: "literal", value, type: { kind: "boolean" }, nullable: false, span: phrase.span } },
        source: c.words.span,
      },
    ];
  }
  return mistake(
    story,
    "unknown-state",
    phrase.span,
    states.length === 0 ? `${record.entity} has no states.` : `${record.entity} has no state "${phrase.text}".${near(phrase.text, states)}`,
    states.length === 0 ? "Name a field: `the FIELD of the RECORD is VALUE`." : `It has ${list(states)}.`,
  );
}

/** The state of a further machine, if only one has it. */
function readOtherState(story: Story, c: Cursor, record: NonNullable<ReturnType<typeof readNamed>>, phrase: ReturnType<typeof wordsOf>): Step[] | null {
  const others = otherStates(story, record.entity).filter((o) => fold(o.state) === fold(phrase.text.replace(/^`|`$|"/g, "")));
  if (others.length > 1)
    return mistake(
      story,
      "ambiguous-step",
      phrase.span,
      `"${phrase.text}" could be ${list(others.map((o) => o.field))} of ${record.entity}.`,
      `Name the field: \`the ${others[0]!.field} of the ${record.entity} is ${others[0]!.state}\`.`,
    );
  if (others.length === 1)
    return [{ kind: "holds", record, field: others[0]!.field, value: { kind: "expression", expression: textOf(others[0]!.state, phrase.span) }, source: c.words.span }];
  return null;
}

/** `the Budget of "4711" has left 100, committed 900`. */
function readHas(story: Story, c: Cursor, has: number, record: NonNullable<ReturnType<typeof readNamed>>): Step[] | null {
  c.at = has + 1;
  const steps: Step[] = [];
  while (!ended(c)) {
    if (peek(c)!.kind === "comma" || isWord(c, /and/)) {
      c.at++;
      continue;
    }
    const fields = entityNamed(story, record.entity).fields;
    const flag = flagAt(c, fields);
    if (flag) {
      const { span } = wordsOf(c, c.at, c.at + flag.length);
      steps.push({ kind: "holds", record, field: flag.field.name, value: { kind: "expression", expression: truth(flag.value, span) }, source: c.words.span });
      c.at += flag.length;
      continue;
    }
    const found = nameAt(
      c,
      fields.map((f) => f.name),
    );
    const phrase = wordsOf(c, c.at, c.at + 1);
    if (!found)
      return mistake(
        story,
        "unknown-field",
        phrase.span,
        `${record.entity} has no field "${phrase.text}".${near(
          phrase.text,
          fields.map((f) => f.name),
        )}`,
      );
    const from = c.at + found.length;
    let to = from;
    const isNext = (at: number): boolean =>
      nameAt(
        c,
        fields.map((f) => f.name),
        at,
      ) !== null || flagAt({ ...c, at }, fields) !== null;
    while (to < c.tokens.length && c.tokens[to]!.kind !== "comma" && !(to > from && c.tokens[to]!.kind === "word" && /^and$/i.test(c.tokens[to]!.text) && isNext(to + 1))) to++;
    const given = fieldValue(
      story,
      fields.find((f) => f.name === found.name)!,
      c,
      from,
      to,
      readNamed,
    );
    if (!given) return null;
    steps.push({ kind: "holds", record, field: given.field, value: given.value, source: c.words.span });
    c.at = to;
  }
  return steps;
}
