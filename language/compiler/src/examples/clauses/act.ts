/** A step in which somebody runs an action, votes or creates a record: the reading as a step of the model. */
import { fold } from "@nonet/feel";
import type { Action, Actor, Step } from "@nonet/model";
import { buildActor, buildRecord, buildThing, buildValues } from "../build/build-phrases.ts";
import type { ActReading } from "../phrases/read-action.ts";
import { asksOf } from "../phrases/read-action.ts";
import { actorsAt } from "../phrases/read-actor.ts";
import { asVote, inputOf } from "../phrases/read-vote.ts";
import { complete, type Found, type Scan, scanOf } from "../phrases/scan.ts";
import { actBy, actionsNamed, entityNamed, mistake, namingField, speakOf, type Story } from "../scope/example-scope.ts";
import type { ActorReading, ThingReading } from "../scope/phrase-readings.ts";
import { asksFor, type ClauseSlots, one } from "./read-clause.ts";
import { codesOf } from "./slot-tests.ts";

/** Who acts; a clause without an actor has the actor of the one before. */
export function actorOf(story: Story, { words, slots }: ClauseSlots): ActorReading | null {
  const reading = slots["actor"] ? one(story, slots["actor"], (s) => actorsAt(s, 0)) : story.lastActor;
  if (!reading) return mistake(story, "unreadable-step", words.span, "The step doesn't say who acts.", 'Write `When Clerk "Ada" …`, `When "Ada" …` or `When a Clerk …`.');
  actBy(story, reading);
  return reading;
}

export const confirmed = (story: Story, { slots }: ClauseSlots): { confirm?: readonly string[] } => (slots["codes"] ? { confirm: codesOf(story, slots["codes"].text) ?? [] } : {});

export function act(story: Story, clause: ClauseSlots, read: (s: Scan) => readonly Found<ActReading>[], explainNone?: () => void): readonly Step[] | null {
  const actor = actorOf(story, clause);
  if (!actor) return null;
  const words = clause.slots["act"]!;
  const s = scanOf(story, words);
  if (explainNone && complete(s, read(s)).length === 0) explainNone();
  const reading = story.failed ? null : one(story, words, read);
  if (!reading) return null;
  if (reading.kind === "make") {
    const step = creation(story, clause, actor, reading.thing, reading.action);
    return step && [step];
  }
  const by = buildActor(story, actor);
  const { action: name, vote } = by.is === "system" ? reading : asVote(story, reading);
  const { action } = actionsNamed(story).find((one_) => one_.entity === reading.entity && one_.action.name === name)!;
  const record = buildRecord(story, reading.record);
  const asked = buildValues(story, { fields: inputOf(story, reading) }, reading.asked);
  speakOf(story, record.entity);
  const who =
    story.machines
      .find((m) => m.entity === record.entity && m.actions.includes(action))
      ?.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name)
      .flatMap((t) => t.who.map((w) => w.role)) ?? [];
  return [
    {
      kind: "act",
      by: withRole(story, by, vote ? [...votersOf(action), ...who] : who.length > 0 ? who : [action.name], record.entity),
      action: action.name,
      record,
      asked,
      ...(vote ? { vote } : {}),
      ...confirmed(story, clause),
      source: clause.words.span,
    },
  ];
}

export function creation(story: Story, clause: ClauseSlots, actor: ActorReading, thing: ThingReading, action: string | null): Step | null {
  if (thing.state !== null)
    return mistake(story, "unreadable-step", clause.words.span, `A new ${thing.entity} can't be given a state.`, "Run the action that leads to the state in a step of its own.");
  const making = action === null ? null : actionsNamed(story).find((one_) => one_.entity === thing.entity && one_.action.name === action)!.action;
  const { title, values, asked, parts } = buildThing(story, thing, making ? asksOf(making) : asksFor(story)(thing.entity));
  speakOf(story, thing.entity);
  // A person can't write a number that the product assigns.
  const naming = namingField(entityNamed(story, thing.entity));
  return {
    kind: "create",
    by: withRole(story, buildActor(story, actor), [action ?? "create"], thing.entity),
    entity: thing.entity,
    action,
    title,
    values: [...(naming?.type.kind === "sequence" ? values.filter((v) => v.field !== naming.name) : values), ...asked],
    parts,
    ...confirmed(story, clause),
    source: clause.words.span,
  };
}

/** A person named without a role gets the role of the field that names them (`requester`), otherwise the first role that may run the action. */
export function withRole(story: Story, by: Actor, may: readonly string[], entity: string): Actor {
  if (by.role !== null || by.name === null) return by;
  const named = story.namedBy.get(fold(by.name)) ?? [];
  if (named.some((n) => n === "Owner" || story.roles.includes(n))) return by;
  const role = story.roles.find((r) => named.some((n) => fold(n) === fold(r))) ?? story.roles.find((r) => may.includes(r)) ?? grantedTo(story, may, entity);
  return { role: role ?? null, name: by.name };
}

const grantedTo = (story: Story, verbs: readonly string[], entity: string): string | undefined =>
  story.grants.find((g) => g.entity === entity && verbs.includes(typeof g.verb === "string" ? g.verb : g.verb.action) && story.roles.includes(g.role))?.role;

/** The roles that are asked. */
const votersOf = (action: Action): readonly string[] => (action.decision?.steps ?? []).flatMap(({ of }) => of.flatMap((one) => ("role" in one ? [one.role] : [])));
