/**
 * Saves the parts that are sent with their owner, and parts of parts: parts with an id are updated, parts without one are
 * created, parts that aren't in the list any more are deleted. Errors point to a part's place in the list (`lines/2/quantity`).
 */
import { type Entity, isId } from "@nonet/model";
import { chooseCreation } from "../actions/creation-row.ts";
import type { ChangeContext } from "../change/change-context.ts";
import { atPath, report, stopChange } from "../change/report.ts";
import type { Row } from "../connection/contract.ts";
import type { Values } from "../contract/actor.ts";
import type { FieldError } from "../contract/outcome.ts";
import { changedValues } from "../input/changed-values.ts";
import { inputErrors } from "../input/input-errors.ts";
import { type Parsed, parseValues } from "../input/parse-values.ts";
import { ownerField, partLists } from "../input/parts.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { ownLock } from "../records/locked-while.ts";
import { requirePermission } from "../records/write-permission.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { createOne, updateOne } from "./write-one.ts";
import { say } from "@nonet/texts";
import { midSentence } from "@nonet/texts";

export interface PartsOf {
  /** The owner. */
  readonly entity: Entity;
  readonly id: string;
  readonly sent: Parsed["parts"];
  /** The owner before the change, with its parts; null for a new one. */
  readonly before: Row | null;
  /** Why the parts can't be changed: the lock of a part that owns them. */
  readonly locked: FieldError | null;
}

/** Returns whether any list of parts was sent. */
export async function saveParts(context: ChangeContext, owner: PartsOf): Promise<boolean> {
  const prefix = context.path === "" ? "" : `${context.path}/`;
  let saved = false;
  for (const { key, part } of partLists(owner.entity, context.product.entities)) {
    const sent = owner.sent[key];
    if (!sent) continue;
    saved = true;
    const stored: unknown = owner.before?.[key];
    const left = new Map((Array.isArray(stored) ? (stored as Row[]) : []).map((row) => [String(row["id"]), row]));
    for (const [index, values] of sent.entries()) await atPath(context, `${prefix}${key}/${index}`, () => savePart(context, owner, { part, left }, values));
    await atPath(context, `${prefix}${key}`, async () => {
      for (const id of left.keys()) await removePart(context, part, id, owner.locked);
    });
  }
  return saved;
}

/** A list of parts while it is saved: `left` are the stored parts that haven't been sent so far. */
interface SavedList {
  readonly part: Entity;
  readonly left: Map<string, Row>;
}

async function savePart(context: ChangeContext, owner: PartsOf, { part, left }: SavedList, sent: Values): Promise<void> {
  const { id, ...rest } = sent as { id?: unknown };
  const isNew = id === undefined || id === null;
  const before = isId(id) ? left.get(id) : undefined;
  if (!isNew && !before) return report(context, [problem("not-found", say("there-is-no-part-with-this-id", { part: midSentence(part.name) }))]);
  if (before) left.delete(id as string);
  const creation = isNew ? chooseCreation(context, part.name, withoutOwner(part, rest), null) : null;
  const lists = partLists(part, context.product.entities).map((list) => list.key);
  const parsed = parseValues(part.name, part.fields, creation?.own ?? withoutOwner(part, rest), lists);
  const errors = inputErrors(context.product, part.fields, parsed, isNew ? part : null, ownerField(part));
  if (errors.length > 0) return report(context, errors);
  if (creation) await createPart(context, owner, { part, creation, parsed });
  else await updatePart(context, owner, { part, id: id as string, before: before!, parsed });
}

async function createPart(
  context: ChangeContext,
  owner: PartsOf,
  { part, creation, parsed }: { readonly part: Entity; readonly creation: ReturnType<typeof chooseCreation>; readonly parsed: Parsed },
): Promise<void> {
  const { locked } = owner;
  if (locked) stopChange(context, refuse("conflict", locked));
  await createOne(context, {
    entity: part,
    creation,
    values: parsed.values,
    owner: { owner: owner.entity, id: owner.id },
    withOwner: true,
    alsoSet: [],
    locked: null,
    saveParts: ({ id }) => saveParts(context, { entity: part, id, sent: parsed.parts, before: null, locked: null }),
  });
}

/** A part that is sent as it is stored isn't written, but its own parts may be. */
async function updatePart(
  context: ChangeContext,
  owner: PartsOf,
  { part, id, before, parsed }: { readonly part: Entity; readonly id: string; readonly before: Row; readonly parsed: Parsed },
): Promise<void> {
  context.paths.set(id, context.path);
  // Asked before the part is written: what locks it by this very change doesn't forbid the change.
  const locked = owner.locked ?? (await ownLock(context, part, id, undefined));
  const values = changedValues(before, parsed.values);
  const save = (): Promise<boolean> => saveParts(context, { entity: part, id, sent: parsed.parts, before, locked });
  if (values.size === 0) await save();
  else await updateOne(context, { target: { entity: part, id, withOwner: true }, values, alsoSet: [], locked, saveParts: save });
}

/** Its owner stays, so the part is deleted by itself. */
async function removePart(context: ChangeContext, part: Entity, id: string, ownerLocked: FieldError | null): Promise<void> {
  const locked = ownerLocked ?? (await ownLock(context, part, id, undefined));
  if (locked) stopChange(context, refuse("conflict", locked));
  await requirePermission(context, { entity: part, id, withOwner: true }, "delete");
  await deleteRecord(context, part.name, id);
}

/** A part's reference to its owner adds nothing inside the owner. */
function withoutOwner(part: Entity, values: Values): Values {
  const { key, name } = ownerField(part);
  return Object.fromEntries(Object.entries(values).filter(([k]) => k !== key && k !== name));
}
