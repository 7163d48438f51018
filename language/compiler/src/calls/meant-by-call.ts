/** Attributes that people expect of a call and that it says in another way: `Cc`, `Reply to`, `When`. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { changeReadings, type ChangeWords, changeWords } from "../resolve/change-words.ts";
import { entityCalled } from "../resolve/names.ts";
import { callKey } from "../syntax/call-attributes.ts";
import { bare } from "../text/split.ts";
import { dayOf } from "./attributes/schedules.ts";

interface Meant {
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly PlannedFix[];
}

export function meantByCall(ctx: PointCompiler, section: Section, label: TextSpan, value: TextSpan): Meant | null {
  const key = fold(label.text.replace(/[*_`]/g, ""));
  if (/^(?:cc|bcc|copy to|carbon copy)$/.test(key)) return copied(section, label, value);
  if (/^(?:reply to|reply|answers? to|from|sender|sent by)$/.test(key))
    return {
      message: `A mail has no "${label.text}": the installed product sends all mails from its own address.`,
      hint: "Remove the line. The body can say where to write to.",
      fixes: [{ title: "Remove the line", edits: [], removes: "line" }],
    };
  const request = requestLine(label.text, value.text);
  const method = request?.[1]?.toUpperCase() ?? requestMethod(label.text);
  if (method !== undefined) {
    const address = request?.[2] ?? value.text;
    const isAddress = /^[a-z]+:\/\/\S+$/i.test(address);
    const form = `Request: ${method} ${isAddress ? address : "https://…"}`;
    return {
      message: request ? `A call has no attribute "${label.text}": its address is its Request.` : `A call has no attribute "${label.text}": the method stands before the address.`,
      hint: `Write \`${form}\`.`,
      fixes: isAddress ? [{ title: `Write "${form}"`, edits: [{ span: { ...label.span, to: value.span.to }, text: form }] }] : [],
    };
  }
  const changes = changeReadings(ctx, label.text, undefined);
  if (changes.length > 0) return changed(section, changes, label.text, value.text);
  return /^(?:when|on|trigger|triggered (?:by|when)|sent (?:when|on))$/.test(key) ? triggered(ctx, section, label, value) : null;
}

/** `POST`, `POST to`, `GET from`: the value after it is the address of a request. */
export const requestMethod = (label: string): string | undefined => /^[*_`]*(get|post|put|patch|delete)(?:\s+(?:to|from|request))?[*_`]*$/i.exec(label.trim())?.[1]?.toUpperCase();

/** `Call: POST https://…`, `Endpoint: PUT https://…`: the method and the address. */
export const requestLine = (label: string, value: string): RegExpExecArray | null =>
  /^[*_`]*(?:calls?|endpoint|url|http|api|webhook)[*_`]*$/i.test(label.trim()) ? /^(get|post|put|patch|delete)\s+(\S+)$/i.exec(value) : null;

/** Each receiver gets a mail of their own, so a copy is one more receiver. */
function copied({ blocks }: Section, label: TextSpan, value: TextSpan): Meant {
  const to = blocks.flatMap((block) => (block.kind === "bullet" && block.label && block.value && callKey(block.label.text) === "email to" ? [block.value] : []))[0];
  return {
    message: `A mail has no "${label.text}": each receiver gets a mail of their own.`,
    hint: "Name all receivers in Email to, separated by commas.",
    fixes: to ? [{ title: `Add "${value.text}" to Email to`, edits: [{ span: to.span, text: `${to.text}, ${value.text}` }], removes: "line" }] : [],
  };
}

/** A call is sent by a statement, or by a schedule. */
function triggered(ctx: PointCompiler, section: Section, label: TextSpan, value: TextSpan): Meant {
  const name = bare(section.title).text;
  const day = dayOf(ctx, value, null);
  const event = eventIn(ctx, value.text);
  return {
    message: `A call has no "${label.text}": a statement sends it, or a schedule with Every.`,
    hint: `Write \`send "${name}"\` in Then of a transition, or \`On create: send "${name}"\` in point 3.`,
    fixes: day !== null ? [{ title: `Write "Every: ${day}"`, edits: [{ span: { ...label.span, to: value.span.to }, text: `Every: ${day}` }] }] : event ? [sends(event, name)] : [],
  };
}

const sends = ({ draft, event }: { readonly draft: EntityDraft; readonly event: string }, name: string): PlannedFix => ({
  title: `Write "${event}: send ${name}" at ${draft.name} in point 3`,
  edits: [],
  removes: "line",
  adds: [{ kind: "bullet", point: 3, below: draft.name, text: `${event}: send "${name}"` }],
});

/** `- When the amount changes: send Changed`: the change of a record starts it, so it stands at the record. */
function changed(section: Section, changes: readonly ChangeWords[], label: string, value: string): Meant {
  const does = /^(?:send|call|set|create|do|for|delete|forget|stop|notify|inform|tell|remind)\b(?!\s+it$)/i.test(value) ? value : `send "${bare(section.title).text}"`;
  const names = changes.map(({ draft }) => draft.name).join(" or ");
  return {
    message: `A call has no "${label}": what a change starts stands at the entity in point 3.`,
    hint: `Write \`- ${changes[0]!.event}: ${does}\` below ${names} in point 3.`,
    fixes: changes.map(({ draft, event }): PlannedFix => {
      const text = `${event}: ${does}`;
      return { title: `Write "${text}" at ${draft.name} in point 3`, edits: [], removes: "line", adds: [{ kind: "bullet", point: 3, below: draft.name, text }] };
    }),
  };
}

/** `a Booking is created`, `a Booking becomes approved`, `the note of a Booking changes`. */
function eventIn(ctx: PointCompiler, text: string): { readonly draft: EntityDraft; readonly event: string } | null {
  const change = changeWords(ctx, /^(?:when|on)/i.test(text) ? text : `when ${text}`, undefined);
  if (change) return change;
  const found = /^(?:when(?:ever)?\s+)?(?:an?\s+|the\s+|each\s+|every\s+)?(?:new\s+)?(.+?)\s+(?:is|are|was|has been|gets|becomes|turns|enters|goes)\s+(.+?)\.?$/i.exec(text);
  const draft = found ? entityCalled(ctx.drafts, found[1]!) : undefined;
  if (!found || !draft) return null;
  if (/^(?:created|made|added|saved|submitted|booked|placed|entered)$/i.test(found[2]!) && !draft.states.some((state) => fold(state) === fold(found[2]!)))
    return { draft, event: "On create" };
  const state = draft.states.find((one) => fold(one) === fold(found[2]!));
  return state === undefined ? null : { draft, event: `On entering ${state}` };
}
