/** Point 7: mails, HTTP calls, schedules and received calls. */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Call, CallBody, Condition, Field, HttpCall } from "@nonet/model";
import { codeOf as code, type Section, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Use } from "../context/context.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { text as textOf } from "../expressions/build.ts";
import { hasUnread } from "../misplaced/unread-attributes.ts";
import type { CallUse, Scene } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { callAttributes, callKey, callKind, callTitles } from "../syntax/call-attributes.ts";
import { after, bare, cut, isNotShown, slice, spaced, split } from "../text/split.ts";
import { readAttachments } from "./attachments.ts";
import { readExpects, readHeaders, readOtherwise, readRetries, readSignature } from "./call-parts.ts";
import { checkPaths } from "./call-path.ts";
import type { CallScene } from "./call-scope.ts";
import { checkSenders } from "./call-senders.ts";
import { offeredBody } from "./offered-call.ts";
import { finderOf, receivedBody } from "./received-call.ts";
import { readSchedule } from "./schedules.ts";

const any: Type = { kind: "any" };
/** Calls are compiled once it is known where they leave from, so those that stand on their own come first. */
export function compileCalls(ctx: PointCompiler, uses: CallUse[]): readonly Call[] {
  const sections = [...(ctx.tree.points[6]?.sections ?? [])];
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
  // Only now every use is known, those in other calls included.
  for (const section of sections) {
    const call = done.get(section);
    if (call) checkSenders(ctx, call, byCall.get(call.name) ?? [], section);
  }
  return ctx.sameList(
    "calls",
    sections.flatMap((section) => done.get(section) ?? []),
  );
}

const standsAlone = (section: Section): boolean => section.blocks.some((b) => b.kind === "bullet" && /^(every|receives|offers)$/.test(fold(b.label?.text ?? "")));

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
    return { call: call && ctx.alike(`call ${section.title.span.file} ${section.title.span.from}`, call), found };
  });
  for (const use of made.found) noteUse(byCall, use);
  return made.call;
}

/** `mine`: where it leaves from; `found`: where others leave from it. */
function compileCall(ctx: PointCompiler, section: Section, mine: readonly CallUse[], found: CallUse[]): Call | null {
  ctx.enforced(section.title.span);
  const name = spaced(bare(section.title).text);
  const attributes = readAttributes(ctx, section);
  const what = `call "${name}"`;
  const every = attributes.get("every");
  const schedule = every && !isNotShown(every) ? readSchedule(ctx, every, what) : null;
  if (every && isNotShown(every)) ctx.hole(`Every of ${name}`, every.span);
  const entity = schedule?.forEach?.entity ?? finderOf(ctx, attributes.get("finds")) ?? entityOf(mine);
  const asked = askedIn(mine);
  const use: Use = { what, ...(entity === null ? {} : { self: entity }), ...(asked ? { asked } : {}) };
  const scene: CallScene = { call: name, use, attributes, scene: { ...use, blocks: new Map(), uses: found } };
  if (mine.length === 0 && !every && !attributes.has("receives") && !attributes.has("offers") && !hasUnread(section))
    ctx.report("unused-call", section.title.span, `Nothing sends "${name}".`);
  const does = bodyOf(ctx, scene, section);
  return does && { name, entity, schedule, does, source: section.span };
}

function readAttributes(ctx: PointCompiler, section: Section): Map<string, TextSpan> {
  const attributes = new Map<string, TextSpan>();
  for (const block of section.blocks) {
    if (block.kind === "table") ctx.report("unreadable-table", block.span, "A call can't have a table.", { hint: "Write a bullet for each attribute: `- Email to: …`." });
    if (block.kind !== "bullet") continue;
    if (/^for each\b/i.test(block.words.text)) {
      reportForEach(ctx, section, block.words);
      continue;
    }
    if (!block.label || !block.value) {
      ctx.report("unreadable-line", block.words.span, "This is not an attribute of a call.", { hint: "If it is prose, write it as a paragraph." });
      continue;
    }
    ctx.enforced(block.span);
    const key = callKey(block.label.text);
    if (attributes.has(key)) ctx.report("doubled-attribute", block.label.span, `"${block.label.text}" appears twice.`);
    else
      attributes.set(
        key,
        block.value.text === "" && block.children.length > 0
          ? joinedChildren(
              block.value,
              block.children.flatMap((c) => (c.kind === "bullet" ? [c.words] : [])),
            )
          : block.value,
      );
    if (!isCallTitle(key)) unknownAttribute(ctx, block.label);
  }
  return attributes;
}

/** `For each: Loan where …` has a place in Every. */
function reportForEach(ctx: PointCompiler, section: Section, words: TextSpan): void {
  const every = section.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === "every");
  const said = every?.kind === "bullet" ? (every.value?.text ?? "") : "day at 07:00";
  ctx.enforced(words.span);
  ctx.report("unreadable-line", words.span, "The records of a schedule belong in its `Every`.", {
    hint: `Write \`- Every: ${said}, for each ${words.text.replace(/^for each\s*:?\s*/i, "").replaceAll("`", "")}\`.`,
  });
}

/** Children stand for parts of the value, one per line; what stands between two of them becomes a `;`, so that each part keeps its place. */
function joinedChildren(value: TextSpan, children: readonly TextSpan[]): TextSpan {
  const [first, ...others] = children;
  return first ? others.reduce((all, one) => ({ text: `${all.text}${";".padEnd(one.span.from - all.span.to)}${one.text}`, span: { ...all.span, to: one.span.to } }), first) : value;
}

const isCallTitle = (label: string): boolean => callTitles.some((title) => fold(title) === callKey(label));

function unknownAttribute(ctx: PointCompiler, label: TextSpan): void {
  const near = nearest(label.text, callTitles);
  ctx.report(
    "unknown-attribute",
    label.span,
    `A call has no attribute "${label.text}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: label.span, text: near }] }] },
  );
}

const entityOf = (uses: readonly CallUse[]): string | null => uses.find((use) => use.entity !== null)?.entity ?? null;

/** What every action that sends it asked for; undefined where nothing is asked. */
function askedIn(uses: readonly CallUse[]): Field[] | undefined {
  const [first, ...rest] = uses;
  const shared = first?.asked.filter((field) => rest.every((use) => use.asked.some((other) => fold(other.name) === fold(field.name))));
  return shared && shared.length > 0 ? shared : undefined;
}

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
    if (key !== "every" && !callAttributes[kind]!.includes(key) && isCallTitle(key)) ctx.report("unknown-attribute", value.span, `This kind of call has no attribute "${key}".`);
  if (kind === "email") return emailBody(ctx, scene, section);
  if (kind === "http") return httpBody(ctx, scene);
  if (kind === "received") return receivedBody(ctx, scene);
  if (kind === "offered") return offeredBody(ctx, scene, section);
  return { kind: "statements", then: compileStatements(ctx, (attributes.get("does") ?? attributes.get("then"))!, scene.scene) };
}

/** Whether a bullet means what tells the kind of a call and is called otherwise: that it is no attribute is told there. */
const isMisspelt = (section: Section): boolean =>
  section.blocks.some(
    (block) =>
      block.kind === "bullet" &&
      block.label !== null &&
      !isCallTitle(block.label.text) &&
      nearest(block.label.text, ["Email to", "Request", "Receives", "Offers", "Every"]) !== undefined,
  );

function readReceivers(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const parts = split(code(words), ",;").flatMap((part) => conjoined(part));
  if (isNotShown(words)) return ctx.expression(words, use);
  const [only] = parts;
  if (only && parts.length === 1 && isAddress(code(only).text)) return textOf(code(only).text, code(only).span);
  if (only && parts.length === 1 && /^[^\s"'()[\]{}]+@[^\s"'()[\]{}]*$/.test(code(only).text)) {
    ctx.report("not-an-address", code(only).span, `"${code(only).text}" is not an email address.`, { hint: "Write a domain after the `@`, as in `chief@example.org`." });
    return placeholder(words.span);
  }
  const inside = /^\[.*\]$/s.test(code(words).text) ? split(slice(code(words), 1, code(words).text.length - 1), ",") : parts;
  if (parts.length < 2 && !inside.some((part) => isAddress(part.text))) return ctx.expression(words, use);
  const list = `[${inside.map((part) => (isAddress(code(part).text) ? `"${code(part).text}"` : code(part).text)).join(", ")}]`;
  ctx.report("unreadable-value", words.span, `Write several receivers as a list: \`${list}\`.`, {
    fixes: [{ title: `Write \`${list}\``, edits: [{ span: words.span, text: `\`${list}\`` }] }],
  });
  return placeholder(words.span);
}

/** An address as people write it; no expression has an `@`. */
const isAddress = (text: string): boolean => /^[^\s@`"'()[\]{},;]+@[^\s@`"'()[\]{},;]+\.\p{L}{2,}$/u.test(text);

/** No address is a condition, so what `and` joins are two. */
function conjoined(words: TextSpan): TextSpan[] {
  const parted = /^[`\p{L}\p{N}\s._'’-]+$/u.test(words.text) && !/^`?(?:if|for|some|every)\s/i.test(words.text) ? cut(words, /\s+and\s+/i) : null;
  return parted ? [parted.before, ...conjoined(parted.after)] : [words];
}

function emailBody(ctx: PointCompiler, scene: CallScene, section: Section): CallBody {
  const { attributes, use } = scene;
  const template = (key: string): ReturnType<PointCompiler["template"]> => {
    const words = attributes.get(key);
    if (!words && !hasUnread(section)) ctx.report("incomplete-call", section.title.span, `The mail "${scene.call}" has no ${key}.`);
    return words ? ctx.template(words, use) : [];
  };
  const to = readReceivers(ctx, attributes.get("email to")!, use);
  const one = to.type.kind === "list" ? to.type.of : to.type;
  if (to.kind !== "hole" && one.kind !== "string" && one.kind !== "any" && !(one.kind === "record" && one.name === "User"))
    ctx.report("not-an-address", to.span, "This is not an email address.", { hint: "Use an email field, a User, or a list of either." });
  const attach = attributes.get("attach");
  return { kind: "email", to, subject: template("subject"), body: template("body"), attach: attach ? readAttachments(ctx, attach, use) : [] };
}

function httpBody(ctx: PointCompiler, scene: CallScene): HttpCall | null {
  const { attributes, use } = scene;
  const request = attributes.get("request")!;
  const method = /^(GET|POST|PUT|PATCH|DELETE)\s+/i.exec(request.text);
  if (!method && !isNotShown(request)) {
    ctx.report("unreadable-value", request.span, `"${request.text}" is not a request.`, { hint: "Write ``POST `{address}/path` ``." });
  }
  const address = method ? after(request, /\S+\s+/)! : request;
  if (method && !isNotShown(address) && !/^`?(?:https?:\/\/|\{)/i.test(address.text)) {
    ctx.report("unreadable-value", code(address).span, `"${code(address).text}" is not a web address.`, {
      hint: "Begin it with `https://`, or with a constant in braces: `{address}/path`.",
    });
  }
  const holdsSecret = /(?:[`{]|[?&=/:]\s*)\s*secret\s/i.test(request.text);
  if (holdsSecret)
    ctx.report("unreadable-value", request.span, "A secret can't be part of an address, because addresses are shown and stored.", {
      hint: "Use it in `Headers` or `Signed with`.",
    });
  const answer: Scene = { ...scene.scene, variables: { answer: any } };
  const sends = attributes.get("sends");
  const then = attributes.get("then");
  const dropped = attributes.get("dropped when");
  const first = attributes.get("first");
  if (first && !/^(yes|no)$/i.test(first.text)) ctx.report("unreadable-value", first.span, "First must be yes or no.");
  const isFirst = /^yes$/i.test(first?.text ?? "");
  const droppedWhen: Condition | null = dropped ? { expression: ctx.expression(dropped, { ...use, expect: { kind: "boolean" } }), source: dropped.span } : null;
  const otherwise = readOtherwise(ctx, attributes.get("otherwise"), answer);
  // The refusal undoes the whole change, and the statements with it: they would never be seen.
  if (isFirst && otherwise.code !== null && otherwise.then.length > 0)
    ctx.report("unreadable-value", attributes.get("otherwise")!.span, "With First: yes, an error code undoes the action, and these statements with it.", {
      hint: "Write either the code or the statements.",
    });
  // HTTP lets no content go with it (RFC 9110, section 9.3.1).
  if (sends && method?.[1]!.toUpperCase() === "GET")
    ctx.report("unreadable-value", sends.span, "A GET request can't have content.", { hint: "Use POST, or put the values into the address: `https://…?number={number}`." });
  const signature = readSignature(ctx, attributes.get("signed with"));
  return {
    kind: "http",
    method: method?.[1]!.toUpperCase() ?? "POST",
    address: holdsSecret ? [] : ctx.template(address, use),
    signature,
    headers: readHeaders(ctx, attributes.get("headers"), use, signature),
    sends: sends ? ctx.expression(sends, use) : null,
    expects: readExpects(ctx, attributes.get("expects")),
    then: then ? compileStatements(ctx, then, answer) : [],
    retries: readRetries(ctx, attributes.get("retries"), isFirst),
    otherwise,
    droppedWhen,
    first: isFirst,
  };
}
