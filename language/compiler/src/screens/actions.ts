/** The attribute Actions: the record's own actions, and offered actions of other entities (`Adoption application: Apply`). */
import { fold } from "@nonet/feel";
import type { Machine, OfferedAction } from "@nonet/model";
import { offeredForms } from "@nonet/forms";
import { after, before, findTop, isNone, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import type { DeclaredEntity } from "../declare/declared.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { reportBuiltIn } from "./built-in-actions.ts";
import { actionNamed, isCreating } from "./creating-actions.ts";
import { compileAction, findEntity } from "./naming/names.ts";
import { listOf } from "./naming/paths.ts";
import { plainName } from "./naming/plain-name.ts";
import { slotTests } from "./naming/slot-tests.ts";

export interface Offered {
  /** Names of the record's own actions; null for all of them. */
  readonly actions: readonly string[] | null;
  readonly offers: readonly OfferedAction[];
}

export interface ActionsUse {
  readonly entity: string;
  readonly machines: readonly Machine[];
  /** Whether one record stands on the screen, rather than a list of them. */
  readonly onRecord: boolean;
}

export function compileOffered(context: Context, value: TextSpan | null, use: ActionsUse): Offered {
  if (!value) return { actions: null, offers: [] };
  const actions: string[] = [];
  const offers: OfferedAction[] = [];
  for (const words of isNone(value) ? [] : listOf(value).map(plainName)) {
    const line = context.declared.entities.get(fold(use.entity))?.actions.has(fold(words.text)) ? null : tryForm(offeredForms, words, slotTests(context));
    const other = line?.name === "other" ? line.slots : colonParts(words);
    if (other) {
      const offer = offerOf(context, words, { entity: plainName(other["entity"]!), action: plainName(other["action"]!) }, use);
      if (offer && offer.entity === use.entity && !offer.creates) actions.push(offer.action);
      else if (offer) offers.push(offer);
      continue;
    }
    if (reportBuiltIn(context, words, use.entity) || reportNew(context, words, use)) continue;
    const action = compileAction(context, plainName(line?.slots["action"] ?? words), use.entity);
    if (action === null) continue;
    if (isCreating(use.machines, use.entity, action)) offers.push({ entity: use.entity, action, creates: true, through: null, source: words.span });
    else actions.push(action);
  }
  return { actions, offers };
}

/** `new Booking`: what creates a record is offered by itself, or is an action of its own. */
function reportNew(context: Context, words: TextSpan, { entity, machines }: ActionsUse): boolean {
  const found = /^(?:new|create|add|make)\s+(?:an?\s+|new\s+)*(.+)$/i.exec(words.text);
  const other = found && findEntity(context, found[1]!);
  if (!other || context.declared.entities.get(fold(entity))?.actions.has(fold(words.text))) return false;
  const creating = [...(context.declared.entities.get(fold(other))?.actions.values() ?? [])].map(({ name }) => name).filter((name) => isCreating(machines, other, name));
  const forms = creating.map((name) => (other === entity ? name : `${other}: ${name}`));
  context.report("unknown-action-shown", words.span, `"${words.text}" isn't an action. Lists of ${other} and the pages of records that it refers to offer "New" by themselves.`, {
    hint: forms.length > 0 ? `Write \`${forms[0]!}\`.` : "Remove it.",
    fixes:
      forms.length > 0
        ? forms.map((form) => ({ title: `Write "${form}"`, edits: [{ span: words.span, text: form }] }))
        : [{ title: `Remove "${words.text}"`, edits: [], removes: "item" }],
  });
  return true;
}

/** `Aplication: Apply`, whose entity is reported. */
function colonParts(words: TextSpan): Readonly<Record<string, TextSpan>> | null {
  const colon = findTop(words.text, /\s*:\s*/);
  return colon && { entity: before(words, colon.index), action: after(words, colon.index + colon[0].length) };
}

function offerOf(
  context: Context,
  words: TextSpan,
  names: { readonly entity: TextSpan; readonly action: TextSpan },
  { entity, machines, onRecord }: ActionsUse,
): OfferedAction | null {
  const other = findEntity(context, names.entity.text);
  if (other === null) {
    reportNearest(
      context,
      "unknown-entity-shown",
      names.entity,
      `There is no entity "${names.entity.text}"`,
      [...context.declared.entities.values()].map((one) => one.name),
    );
    return null;
  }
  const action = compileAction(context, names.action, other);
  if (action === null) return null;
  const creates = isCreating(machines, other, action);
  const [from, to] = creates ? [other, entity] : [entity, other];
  const through = !onRecord || (creates && other === entity) ? [] : referencesTo(context.declared.entities.get(fold(from)), to);
  const [only, ...more] = through;
  if (more.length > 0) {
    context.report("offered-action", words.span, `Several fields of ${from} refer to ${to}: ${through.map((name) => `"${name}"`).join(", ")}.`, {
      hint: `Offer "${action}" with a form screen of its own, whose route names the field (\`/…/:${through[0]}/…\`).`,
    });
    return null;
  }
  if (only === undefined && onRecord && other !== entity && !creates) {
    context.report("offered-action", words.span, `"${action}" is an action of ${other}, and ${entity} doesn't refer to ${other}, so it isn't clear on which record it runs.`, {
      hint: actionNamed(machines, entity, action) ? `Write "${action}" alone for the action of ${entity}.` : `Offer it on a page of ${other}.`,
    });
    return null;
  }
  return { entity: other, action, creates, through: only ?? null, source: words.span };
}

/** The stored references of an entity to another. */
const referencesTo = (entity: DeclaredEntity | undefined, to: string): string[] =>
  [...(entity?.fields.values() ?? [])].filter(({ type, readOnly }) => type.kind === "reference" && type.entity === to && readOnly !== true).map(({ name }) => name);
