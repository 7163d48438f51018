/** `When …`: a person acts, time passes, or another system answers or sends a request. */
import { fold } from "@nonet/feel";
import { eventForms } from "@nonet/forms";
import type { Call, Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { buildActor, buildRecord, buildThing, buildValues } from "../build/build-phrases.ts";
import { actionsNamed, entityNamed, givable, learn, mistake, speakOf, type Story } from "../scope/example-scope.ts";
import { answers, becomes, contentOf, expectCall, expectMoment, passes, received, silent } from "./outer-events.ts";
import type { ThingReading } from "../scope/phrase-readings.ts";
import { pluralOf } from "../../text/plural.ts";
import { slice } from "../../text/split.ts";
import { complete, foldName, phraseAt, scanOf, wordAt } from "../phrases/scan.ts";
import { asksAfter, objectsAfter } from "../phrases/read-action.ts";
import { actsOrVotesAt } from "../phrases/read-vote.ts";
import { actorsAt } from "../phrases/read-actor.ts";
import { changesAt } from "../phrases/read-change.ts";
import { act, actorOf, confirmed, creation, withRole } from "./act.ts";
import { decide, expectVote, proposal } from "./decide.ts";
import { asksFor, type ClauseBuilder, type ClauseSlots, expectNew, type ExplainMiss, one, readClause } from "./read-clause.ts";
import { descriptionsAt } from "../phrases/read-description.ts";
import { recordsFrom } from "../phrases/read-record.ts";
import { thingsAt } from "../phrases/read-things.ts";
import { doneForm } from "../phrases/participles.ts";
import { actionsDone, callNamed, isDeleted, screenNamed } from "./slot-tests.ts";
import { article } from "../../text/english.ts";

const builders: Readonly<Record<keyof typeof eventForms.forms, ClauseBuilder>> = {
  passes,
  becomes,
  answers,
  silent,
  received,
  creates: (story, clause) => {
    const actor = actorOf(story, clause);
    const named = actor && one(story, clause.slots["things"], (s) => thingsAt(s, 0, asksFor(story)));
    if (named && !clause.slots["values"] && !expectNew(story, clause, named)) return null;
    const things = named && clause.slots["values"] ? withValues(story, named, clause.slots["values"]) : named;
    return actor && things && things.map((thing) => creation(story, clause, actor, thing, null)).filter((step) => step !== null);
  },
  makes: (story, clause) => (/^the\s/i.test(clause.slots["things"]!.text) ? makesFor(story, clause) : builders.creates(story, clause)),
  changes: (story, clause) => {
    const actor = actorOf(story, clause);
    const change = actor && one(story, clause.slots["change"], (s) => changesAt(s, 0));
    if (!actor || !change) return null;
    const record = buildRecord(story, change.record);
    speakOf(story, record.entity);
    return [
      {
        kind: "change",
        by: withRole(story, buildActor(story, actor), ["update"], record.entity),
        record,
        values: buildValues(story, entityNamed(story, record.entity), change.values),
        ...confirmed(story, clause),
        source: clause.words.span,
      },
    ];
  },
  deletes: (story, clause) => {
    const actor = actorOf(story, clause);
    const reading = actor && one(story, clause.slots["record"], (s) => recordsFrom(s, 0));
    if (!actor || !reading) return null;
    const record = buildRecord(story, reading);
    return [{ kind: "delete", by: withRole(story, buildActor(story, actor), ["delete"], record.entity), record, ...confirmed(story, clause), source: clause.words.span }];
  },
  acts: (story, clause) => act(story, clause, (s) => actsOrVotesAt(s, 0)),
  actsOn: (story, clause) => {
    const name = clause.slots["action"]!.text.replace(/^["“`*]+|["”`*]+$/g, "");
    const mine = actionsNamed(story).filter(({ action }) => fold(action.name) === fold(name));
    return act(
      story,
      { ...clause, slots: { ...clause.slots, act: clause.slots["target"] } },
      (s) =>
        mine.flatMap((doable) =>
          recordsFrom(s, 0)
            .filter(({ value }) => value.entity === doable.entity)
            .flatMap(({ value, at, cost }) => asksAfter(s, at, doable, value).map((each) => ({ ...each, cost: each.cost + cost }))),
        ),
      () => {
        const s = scanOf(story, clause.slots["target"]!);
        const record = complete(s, recordsFrom(s, 0))[0];
        if (!record) return;
        const owners = [...new Set(mine.map(({ entity }) => entity))];
        mistake(
          story,
          "unknown-action",
          clause.slots["action"]!.span,
          `${record.value.entity} has no action ${mine[0]?.action.name ?? name}; it belongs to ${owners.join(" or ")}.`,
        );
      },
    );
  },
  actsWith: (story, clause) => {
    const { action, input } = clause.slots;
    const name = action!.text.replace(/^["“`*]+|["”`*]+$/g, "");
    const mine = actionsNamed(story).filter((one) => fold(one.action.name) === fold(name));
    return act(story, { ...clause, slots: { ...clause.slots, act: input ?? slice(action!, action!.text.length) } }, (s) => mine.flatMap((one) => objectsAfter(s, 0, [], one)));
  },
  proposes: (story, clause) => proposal(story, clause),
  agrees: (story, clause) => decide(story, clause, null),
  refuses: (story, clause) => decide(story, clause, "no"),
  refusesAction: (story, clause) => decide(story, clause, "no"),
  abstains: (story, clause) => decide(story, clause, "abstain"),
  done: (story, clause) => {
    const { record, done, values } = clause.slots;
    if (isDeleted(done!.text)) return builders.deletes(story, clause);
    const mine = actionsDone(story, done!.text);
    const named = scanOf(story, record!);
    const records = complete(named, recordsFrom(named, 0));
    // What the action asks for stands after the actor.
    const s = scanOf(story, values ?? slice(record!, record!.text.length));
    return act(story, { ...clause, slots: { ...clause.slots, act: values ?? record } }, () =>
      mine.flatMap((doable) =>
        records
          .filter(({ value }) => value.entity === doable.entity)
          .flatMap(({ value, cost }) =>
            (values ? complete(s, asksAfter(s, 0, doable, value)) : asksAfter(named, named.tokens.length, doable, value)).map((each) => ({
              ...each,
              at: Infinity,
              cost: each.cost + cost,
            })),
          ),
      ),
    );
  },
  createdBy: (story, clause) => builders.creates(story, clause),
  shared: (story, clause) => shared(story, clause, builders.acts),
  sharedCreation: (story, clause) => shared(story, clause, builders.creates),
  registers: (story, clause) => {
    const actor = actorOf(story, clause);
    if (!actor) return null;
    const user = entityNamed(story, "User");
    const values = clause.slots["values"]
      ? one(story, clause.slots["values"], (s) =>
          descriptionsAt(s, 0, { entity: user, isThere: false, asks: [], taken: new Set(["name", "roles"]), readRecord: (scan, at, target) => recordsFrom(scan, at, target) }),
        )
      : { values: [] };
    if (!values) return null;
    if ("parts" in values && values.parts.length > 0)
      return mistake(story, "unreadable-step", clause.slots["values"]!.span, "Whoever registers gives only their own fields.", "Add the parts in a step of their own.");
    const name = actor.name ?? actor.role ?? "Somebody";
    learn(story, "User", name);
    speakOf(story, "User");
    const role = clause.slots["role"] ? story.roles.find((r) => fold(r) === fold(clause.slots["role"]!.text.replace(/^(?:an?|the)\s+/i, ""))) : undefined;
    return [{ kind: "register", name, role: role ?? actor.role, values: buildValues(story, user, values.values), source: clause.words.span }];
  },
  signsIn: (story, clause) => {
    const actor = actorOf(story, clause);
    return actor && [{ kind: "sign in", by: withRole(story, buildActor(story, actor), [], "User"), source: clause.words.span }];
  },
  opens: (story, clause) => {
    const actor = actorOf(story, clause);
    if (!actor) return null;
    const place = clause.slots["place"]!;
    const screen = screenNamed(story, place.text);
    const reading = screen === null ? one(story, place, (s) => recordsFrom(s, 0)) : null;
    if (screen === null && !reading) return null;
    const record = reading && buildRecord(story, reading);
    if (record) speakOf(story, record.entity);
    return [{ kind: "open", by: withRole(story, buildActor(story, actor), ["read"], record?.entity ?? ""), screen, record, source: clause.words.span }];
  },
  calls: (story, clause) => {
    const actor = actorOf(story, clause);
    const call = callNamed(story, clause.slots["offered"]!.text, ["offered"])!;
    if (!actor) return null;
    const content = clause.slots["content"] ? contentOf(story, clause.slots["content"], namesTaken(call)) : null;
    const may = call.does.kind === "offered" ? call.does.for : [];
    return story.failed ? null : [{ kind: "call", by: withRole(story, buildActor(story, actor), may, ""), call: call.name, content, source: clause.words.span }];
  },
  callsByKey: (story, clause) => {
    const call = callNamed(story, clause.slots["offered"]!.text, ["offered"])!;
    const entity = call.does.kind === "offered" ? (call.does.credential?.entity ?? null) : null;
    const reading = one(story, clause.slots["record"], (s) => recordsFrom(s, 0));
    if (!reading) return null;
    if (reading.entity !== entity)
      return mistake(
        story,
        "unreadable-step",
        clause.slots["record"]!.span,
        entity === null ? `"${call.name}" is called by people, and not with the key of a record.` : `"${call.name}" is signed in by the keys of ${pluralOf(entity)}.`,
        entity === null ? `Write who calls it: "Ada" calls ${call.name}.` : `Write the ${entity} "…" calls ${call.name}.`,
      );
    const credential = buildRecord(story, reading);
    speakOf(story, entity);
    const content = clause.slots["content"] ? contentOf(story, clause.slots["content"], namesTaken(call)) : null;
    return story.failed ? null : [{ kind: "call", by: { role: null, name: null, is: "anyone" }, credential, call: call.name, content, source: clause.words.span }];
  },
  imports: (story, clause) => {
    const actor = actorOf(story, clause);
    const things = actor && one(story, clause.slots["things"], (s) => thingsAt(s, 0));
    if (!actor || !things) return null;
    const [first] = things;
    const whole = things.find(({ state, parts }) => state !== null || parts.length > 0);
    if (whole) {
      const what = whole.state === null ? "parts" : `the state ${whole.state}`;
      return mistake(
        story,
        "unreadable-step",
        clause.words.span,
        `An import gives records the values of their fields, and not ${what}.`,
        `Leave out ${what}, or give them in a Given.`,
      );
    }
    const rows = things.map((thing) => buildThing(story, thing, []).values);
    speakOf(story, first!.entity);
    if (things.some((thing) => thing.entity !== first!.entity))
      return mistake(story, "unreadable-step", clause.words.span, "An import has records of one entity.", "Write a step for each entity.");
    return [{ kind: "import", by: withRole(story, buildActor(story, actor), ["create"], first!.entity), entity: first!.entity, rows, source: clause.words.span }];
  },
};

/** `books the Session`: the Session is there, and what is new is a Booking with it, if only one entity has this verb and one reference. */
function makesFor(story: Story, clause: ClauseSlots): readonly Step[] | null {
  const actor = actorOf(story, clause);
  const record = actor && one(story, clause.slots["things"], (s) => recordsFrom(s, 0));
  if (!actor || !record) return null;
  const stem = foldName(clause.slots["making"]!.text.split(/\s/)[0]!).replace(/e?s$/, "");
  const made = story.entities.filter(({ name }) => name !== record.entity && foldName(name).startsWith(stem));
  const references = made.flatMap((entity) =>
    givable(entity)
      .filter(({ type }) => type.kind === "reference" && type.entity === record.entity)
      .map((field) => ({ entity, field })),
  );
  const [only, other] = references;
  if (!only || other)
    return mistake(
      story,
      "unreadable-step",
      clause.words.span,
      `The ${record.entity} is there already, and the step doesn't say what is new.`,
      `Write \`creates ${made.length === 1 ? `${article(made[0]!.name)} with …` : "a RECORD with …"}\`.`,
    );
  const values = [{ field: only.field.name, value: { kind: "records" as const, records: [record] } }];
  const step = creation(story, clause, actor, { entity: only.entity.name, name: null, values, asked: [], parts: [], state: null }, null);
  return step && [step];
}

/** What a passive step says of the one new record after naming who makes it. */
function withValues(story: Story, [thing, other]: readonly ThingReading[], words: TextSpan): readonly ThingReading[] | null {
  if (!thing || other) return mistake(story, "unreadable-step", words.span, "These values could be of several records.", "Write a step for each record.");
  const entity = entityNamed(story, thing.entity);
  const taken = new Set(thing.values.map(({ field }) => field));
  const said = one(story, words, (s) =>
    descriptionsAt(s, 0, { entity, isThere: false, asks: asksFor(story)(thing.entity), taken, readRecord: (scan, at, target) => recordsFrom(scan, at, target) }),
  );
  return (
    said && [
      { ...thing, values: [...thing.values, ...said.values], asked: [...thing.asked, ...said.asked], parts: [...thing.parts, ...said.parts], state: said.state ?? thing.state },
    ]
  );
}

/** The same step for each of the people, one after the other. */
function shared(story: Story, clause: ClauseSlots, build: ClauseBuilder): readonly Step[] | null {
  const { actor, second, third } = clause.slots;
  const steps: Step[] = [];
  for (const one of [actor, second, third]) {
    const made = one === undefined ? [] : build(story, { ...clause, slots: { ...clause.slots, actor: one } });
    if (!made) return null;
    steps.push(...made);
  }
  return steps;
}

/** The names of a call's parameters, as they are written and as JSON has them. */
const namesTaken = ({ does }: Call): readonly string[] => (does.kind === "offered" ? does.takes.flatMap(({ field }) => [field.name, field.key]) : []);

const explain: ExplainMiss = (story, words) => {
  if (expectMoment(story, words) || expectCall(story, words)) return true;
  const s = scanOf(story, words);
  const actors = actorsAt(s, 0);
  if (actors.length === 0 && expectPassive(story, words)) return true;
  if (actors.length === 0) {
    const phrase = phraseAt(s, 0, 1);
    const near = nearest(phrase.text, story.roles);
    mistake(
      story,
      "unreadable-step",
      phrase.span,
      `"${phrase.text}" is neither a role of point 6 nor a name in quotation marks.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
      'Write `When Clerk "Ada" …`, `When "Ada" …` or `When a Clerk …`.',
    );
    return true;
  }
  if (expectVote(story, words)) return true;
  let { at } = actors[0]!;
  if (wordAt(s, at, /^(?:tries|attempts|wants)$/i)) at += 2;
  if (wordAt(s, at, /^(?:creates?|adds?|enters?|makes?)$/i)) thingsAt(s, at + 1, asksFor(story));
  else if (wordAt(s, at, /^(?:changes?|sets?|updates?|edits?)$/i)) changesAt(s, at + 1);
  else if (wordAt(s, at, /^(?:deletes?|removes?)$/i)) recordsFrom(s, at + 1);
  else actsOrVotesAt(s, at);
  s.miss.report?.();
  return story.failed;
};

/** `the Loan is handed over by a Clerk`: the words between are no participle of an action. */
function expectPassive(story: Story, words: TextSpan): boolean {
  const found = /^(.+?\s+(?:is|was|are|were|gets|got|(?:has|have) been)\s+)(\S.*?)\s+by\s+\S/i.exec(words.text);
  if (!found || actionsDone(story, found[2]!).length > 0 || scanRecord(story, slice(words, 0, found[1]!.replace(/\s+\S+\s+$/, "").length)).length === 0) return false;
  const known = actionsNamed(story).map(({ action }) => doneForm(action.name));
  const near = nearest(found[2]!, known);
  const span = slice(words, found[1]!.length, found[1]!.length + found[2]!.length).span;
  mistake(
    story,
    "unreadable-step",
    span,
    `"${found[2]}" is no action of point 4.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    `Write one of ${[...new Set(known)].slice(0, 6).join(", ")}, or name who acts first: \`When a Clerk …\`.`,
  );
  return true;
}

const scanRecord = (story: Story, words: TextSpan): readonly unknown[] => {
  const s = scanOf(story, words);
  return recordsFrom(s, 0);
};

export const readWhenClause = (story: Story, words: TextSpan): readonly Step[] | null => readClause(story, eventForms, builders, words, explain, byAction);

/** `adds a Book`, where Add is the action that creates one: no other creation is meant. */
const byAction: Parameters<typeof readClause<keyof typeof eventForms.forms>>[5] = (story, words, readings) => {
  const acts = readings.find(({ name }) => name === "acts");
  const range = acts?.slots["act"];
  if (!range || readings.some(({ name }) => name !== "acts" && name !== "creates")) return undefined;
  const s = scanOf(story, slice(words, range.from, range.to));
  const found = complete(s, actsOrVotesAt(s, 0));
  return found.length > 0 && found.every(({ value }) => value.kind === "make") ? acts : undefined;
};
