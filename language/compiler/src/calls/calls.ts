/** Point 7: mails, HTTP calls, schedules and received calls. */
import { fold } from "@nonet/feel";
import type { Call, CallBody, Field } from "@nonet/model";
import type { Bullet, Section, TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { hasUnread, hasUnreadLabel } from "../misplaced/unread-attributes.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import type { CallUse } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { callAttributes, callKey, callKind, isCallTitle } from "../syntax/call-attributes.ts";
import { callSections } from "../syntax/call-sections.ts";
import { bare, isNotShown, spaced } from "../text/split.ts";
import { isMisspelt, readAttributes } from "./attributes.ts";
import { checkPaths } from "./call-path.ts";
import type { CallScene } from "./call-scope.ts";
import { checkSenders } from "./call-senders.ts";
import { httpBody } from "./http-call.ts";
import { emailBody } from "./mail.ts";
import { offeredBody } from "./offered-call.ts";
import { finderOf, receivedBody } from "./received-call.ts";
import { readSchedule } from "./attributes/schedules.ts";

/** Calls are compiled after the statements that send them; calls that nothing sends come first. */
export function compileCalls(ctx: PointCompiler, uses: CallUse[]): readonly Call[] {
  const sections = callSections(ctx.tree);
  const done = new Map<Section, Call | null>();
  const byCall = new Map<string, CallUse[]>();
  for (const use of uses) noteUse(byCall, use);
  const seen = new Set<string>();
  const run = (section: Section): void => {
    const name = bare(section.title);
    if (seen.has(fold(name.text))) ctx.report("doubled-name", name.span, `There is already a call "${name.text}".`);
    done.set(section, seen.has(fold(name.text)) ? null : oneCall(ctx, section, byCall));
    seen.add(fold(name.text));
  };
  let waiting = sections;
  while (waiting.length > 0) {
    const ready = new Set(waiting.filter((s) => standsAlone(s) || byCall.has(callOf(ctx, s) ?? "")));
    const batch = ready.size > 0 ? ready : new Set(waiting);
    batch.forEach(run);
    waiting = waiting.filter((s) => !batch.has(s));
  }
  checkPaths(
    ctx,
    sections.flatMap((section) => {
      const call = done.get(section);
      return call && (call.does.kind === "received" || call.does.kind === "offered")
        ? [{ method: call.does.method, path: call.does.path, name: call.name, words: section.title }]
        : [];
    }),
  );
  // Now all uses are known, including those in other calls.
  for (const section of sections) {
    const call = done.get(section);
    if (call) checkSenders(ctx, call, byCall.get(call.name) ?? [], section);
  }
  return ctx.stableList(
    "calls",
    sections.flatMap((section) => done.get(section) ?? []),
  );
}

const standsAlone = (section: Section): boolean => section.blocks.some((b) => b.kind === "bullet" && /^(every|receives|offers)$/.test(callKey(b.label?.text ?? "")));

function noteUse(byCall: Map<string, CallUse[]>, use: CallUse): void {
  const known = byCall.get(use.call);
  if (known) known.push(use);
  else byCall.set(use.call, [use]);
}

const callOf = (ctx: PointCompiler, section: Section): string | undefined => ctx.declared.calls.get(fold(bare(section.title).text))?.name;

function oneCall(ctx: PointCompiler, section: Section, byCall: Map<string, CallUse[]>): Call | null {
  const mine = [...(byCall.get(callOf(ctx, section) ?? "") ?? [])];
  const made = ctx.unit("call", section, mine, () => {
    const found: CallUse[] = [];
    const call = compileCall(ctx, section, mine, found);
    return { call: call && ctx.stableValue(`call ${section.title.span.file} ${section.title.span.from}`, call), found };
  });
  for (const use of made.found) noteUse(byCall, use);
  return made.call;
}

/** `mine`: the statements that send this call; `found`: collects the calls that its own statements send. */
function compileCall(ctx: PointCompiler, section: Section, mine: readonly CallUse[], found: CallUse[]): Call | null {
  ctx.markEnforced(section.title.span);
  const name = spaced(bare(section.title).text);
  const attributes = withSentCall(withHeaderNames(readAttributes(ctx, section)));
  const what = `call "${name}"`;
  const every = attributes.get("every");
  const each = attributes.get("for each") ?? null;
  if (each && !every) ctx.report("incomplete-call", each.span, `"${name}" says for which records but not when.`, { hint: "Add `Every:` with a time, such as `day at 07:00`." });
  if (each && !every) return null;
  const schedule = every && !isNotShown(every) ? readSchedule(ctx, every, { each, what }) : null;
  if (every && isNotShown(every)) ctx.notShown(`Every of ${name}`, every.span);
  const entity = schedule?.forEach?.entity ?? finderOf(ctx, attributes.get("finds")) ?? entityOf(mine);
  // What the statements of a schedule are about isn't known where its records aren't.
  const isUnclear = every !== undefined && schedule === null;
  // What an action asks for isn't there any more when the call leaves.
  const isLate = /\bas of\b|\bsending\b|\bleaving\b/i.test(attributes.get("leaves")?.text ?? "");
  const asked = isLate ? undefined : askedIn(mine);
  const use: Use = { what, ...(entity === null ? {} : { self: entity }), ...(asked ? { asked } : {}) };
  const scene: CallScene = { call: name, use, attributes, scene: { ...use, blocks: new Map(), uses: isUnclear ? [] : found } };
  if (mine.length === 0 && !every && !attributes.has("receives") && !attributes.has("offers") && !hasUnreadLabel(section))
    ctx.report("unused-call", section.title.span, `Nothing sends "${name}".`);
  const does = bodyOf(ctx, scene, section);
  return does && { name, entity, schedule, does, source: section.span };
}

/** `header.Idempotency-Key` would be a subtraction. Header names have no blanks, so one can stand for a hyphen. */
const withHeaderNames = (attributes: Map<string, TextSpan>): Map<string, TextSpan> =>
  new Map([...attributes].map(([key, words]) => [key, { ...words, text: words.text.replace(/\bheader\.[A-Za-z]\w*(?:-[A-Za-z]\w*)+/gi, (name) => name.replaceAll("-", " ")) }]));

/** `Every: …` with `Send: Plan of the week`: what a schedule sends without a request is a mail or a call. */
function withSentCall(attributes: Map<string, TextSpan>): Map<string, TextSpan> {
  const sends = attributes.get("sends");
  if (!sends || !attributes.has("every") || ["email to", "request", "does", "then"].some((key) => attributes.has(key))) return attributes;
  const { sends: _, ...others } = Object.fromEntries(attributes);
  const begin = "send  ";
  return new Map([...Object.entries(others), ["does", { text: `${begin}${sends.text}`, span: { ...sends.span, from: sends.span.from - begin.length } }]]);
}

const entityOf = (uses: readonly CallUse[]): string | null => uses.find((use) => use.entity !== null)?.entity ?? null;

/** The input that every action sending this call asks for; undefined if there is none. */
function askedIn(uses: readonly CallUse[]): Field[] | undefined {
  const [first, ...rest] = uses;
  const shared = first?.asked.filter((field) => rest.every((use) => use.asked.some((other) => fold(other.name) === fold(field.name))));
  return shared && shared.length > 0 ? shared : undefined;
}

/** A mail is about the record of the statement that sends it. */
const aboutMail = (call: string): string =>
  `A mail is about the record whose action sends it. For other records, write \`for each x in LIST: send "${call}" for x\` in point 4; on a schedule, \`Every: day at 07:00, for each ENTITY where …\`.`;

/** As it is written. */
const labelOf = (section: Section, key: string): string => bulletOf(section, key)?.label?.text.replace(/[*_`]/g, "") ?? key;

const bulletOf = (section: Section, key: string): Bullet | undefined =>
  section.blocks.find((block): block is Bullet => block.kind === "bullet" && block.label !== null && callKey(block.label.text) === key);

function offersFor(
  ctx: PointCompiler,
  { call, attributes }: CallScene,
  section: Section,
  { key, kind, value }: { readonly key: string; readonly kind: string; readonly value: TextSpan },
): { readonly hint?: string; readonly fixes?: readonly PlannedFix[] } {
  if (kind === "email" && key === "for") return { hint: aboutMail(call) };
  const [every, lines] = [attributes.get("every"), [bulletOf(section, "every"), bulletOf(section, key)]];
  if (kind !== "email" || !every || (key !== "then" && key !== "does") || lines.includes(undefined)) return {};
  // The mail alone, and a schedule that sends it.
  const text = `### ${call} on schedule\n\n- Every: ${every.text}\n- Does: send "${call}"; ${value.text}`;
  const removed = lines.map((line) => ({ span: wholeLine(ctx, line!), text: "" }));
  return {
    hint: `A mail is sent and does nothing else. Write a second call, \`- Every: ${every.text}\` and \`- Does: send "${call}"; ${value.text}\`, and leave both lines out here.`,
    fixes: [{ title: "Let a schedule send the mail and do the rest", edits: removed, adds: [{ kind: "section", point: 7, text }] }],
  };
}

const wholeLine = (ctx: PointCompiler, { span }: Bullet): Bullet["span"] => ({ ...span, to: Math.min(span.to + 1, ctx.tree.sources[span.file]!.text.length) });

function bodyOf(ctx: PointCompiler, scene: CallScene, section: Section): CallBody | null {
  const { attributes } = scene;
  const kind = callKind(attributes);
  if (!kind) {
    if (!hasUnread(section) && !isMisspelt(section) && !section.blocks.some((block) => block.kind === "table"))
      ctx.report(
        "incomplete-call",
        section.title.span,
        `"${scene.call}" ${attributes.has("every") ? "says when but not what to do: it " : ""}has no Email to, Request${attributes.has("every") ? " or Does" : ", Receives or Offers"}.`,
      );
    return null;
  }
  const [first, second] = ["email to", "request", "receives", "offers"].filter((key) => attributes.has(key));
  if (second !== undefined) {
    ctx.report("unknown-attribute", attributes.get(second)!.span, `A call can't have both "${first}" and "${second}".`, {
      hint: "Write a second call, with a section of its own.",
    });
    return null;
  }
  for (const [key, value] of attributes)
    if (key !== "every" && key !== "for each" && !callAttributes[kind]!.includes(key) && isCallTitle(key) && !(key === "answer" && kind === "http"))
      ctx.report("unknown-attribute", value.span, `This kind of call has no attribute "${labelOf(section, key)}".`, offersFor(ctx, scene, section, { key, kind, value }));
  if (kind === "email") return emailBody(ctx, scene, section);
  if (kind === "http") return httpBody(ctx, scene, section);
  if (kind === "received") return receivedBody(ctx, scene, section);
  if (kind === "offered") return offeredBody(ctx, scene, section);
  return { kind: "statements", then: compileStatements(ctx, (attributes.get("does") ?? attributes.get("then"))!, scene.scene) };
}
