/** Point 7: an outgoing HTTP request with its headers, content, expected answer and retries. */
import type { Type } from "@nonet/feel";
import { requestForms, type SlotTests } from "@nonet/forms";
import type { Condition, HttpCall } from "@nonet/model";
import { codeOf as code, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { readByForm } from "../resolve/read-by-form.ts";
import { isNotShown, split } from "../text/split.ts";
import { readOtherwise } from "./answers.ts";
import type { CallScene } from "./call-scope.ts";
import { readExpects } from "./attributes/expectations.ts";
import { readHeaders } from "./attributes/headers.ts";
import { readLeaving } from "./attributes/leaving.ts";
import { leaving } from "./leaving-keys.ts";
import { readRetries } from "./attributes/retries.ts";
import { readSignature } from "./attributes/signature.ts";
import { contextOf, takenBy } from "./taken-fields.ts";
import { readUndo, withUndoneAnswer } from "./undo.ts";

const any: Type = { kind: "any" };
const yes = /^(?:yes\b|✅|true\b)/iu;

export function httpBody(ctx: PointCompiler, scene: CallScene, section: Section): HttpCall {
  const { attributes } = scene;
  const use = withUndoneAnswer(ctx, scene.call, scene.use);
  const request = attributes.get("request")!;
  const { method, address } = readRequest(ctx, request, attributes.has("sends"));
  const holdsSecret = /(?:[`{]|[?&=/:]\s*)\s*secret\s/i.test(request.text);
  if (holdsSecret)
    ctx.report("unreadable-value", request.span, "A secret can't be part of an address, because addresses are shown and stored.", {
      hint: "Use it in `Headers` or `Signed with`.",
    });
  const answered = takenBy(ctx, section, "answer", scene.call);
  const answer: StatementScope = { ...scene.scene, variables: { answer: answered.length === 0 ? any : contextOf(answered) } };
  const sends = attributes.get("sends");
  const then = attributes.get("then");
  const dropped = attributes.get("dropped when");
  const first = attributes.get("first");
  if (first && !yes.test(first.text) && !/^(?:no|❌|false)\b/iu.test(first.text))
    ctx.report("unreadable-value", first.span, "First must be yes or no.", { fixes: [{ title: "Write yes", edits: [{ span: first.span, text: "yes" }] }] });
  const isFirst = yes.test(first?.text ?? "");
  const droppedWhen: Condition | null = dropped ? { expression: ctx.expression(dropped, { ...use, expect: { kind: "boolean" } }), source: dropped.span } : null;
  const otherwise = readOtherwise(ctx, attributes.get("otherwise"), answer);
  // The error undoes the whole change, including these statements, so they would have no effect.
  if (isFirst && otherwise.code !== null && otherwise.then.length > 0)
    ctx.report("unreadable-value", attributes.get("otherwise")!.span, "With First: yes, an error code undoes the action, and these statements with it.", {
      hint: "Write either the code or the statements.",
    });
  // HTTP doesn't allow content here (RFC 9110, section 9.3.1).
  if (sends && (method === "GET" || method === "HEAD"))
    ctx.report("unreadable-value", sends.span, `A ${method} request can't have content.`, { hint: "Use POST, or put the values into the address: `https://…?number={number}`." });
  const signature = readSignature(ctx, attributes.get("signed with"));
  return {
    kind: "http",
    method,
    address: holdsSecret || !address ? [] : ctx.template(address, use),
    signature,
    headers: readHeaders(ctx, attributes.get("headers"), use, signature),
    sends: sends && !reportListedFields(ctx, sends, use) ? leaving(ctx.expression(sends, use)) : null,
    expects: readExpects(ctx, attributes.get("expects")),
    answer: answered,
    then: then ? compileStatements(ctx, then, answer) : [],
    retries: readRetries(ctx, attributes.get("retries"), isFirst),
    otherwise,
    droppedWhen,
    first: isFirst,
    ...readLeaving(ctx, attributes.get("leaves"), isFirst),
    undo: readUndo(ctx, scene, isFirst),
  };
}

const methods = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/i;
const tests: SlotTests = { method: (text) => methods.test(text.replace(/[`*()]/g, "")), address: (text) => isAddress(text) };
/** Without blanks outside of backticks and braces. */
const isAddress = (text: string): boolean => /^(?:`(?:https?:\/\/|\{)[^`]*`|<?(?:https?:\/\/|(?=\{))(?:\{[^}]*\}|[^\s{}`])*(?:\{[^}]*\}|[^\s{}`,;.]))$/i.test(text);

/** `PUT https://…/{x}/keeper`, with the address or all of it in backticks. */
/** `Sends: number, day`: values need the names under which they are sent. */
function reportListedFields(ctx: PointCompiler, words: TextSpan, use: Parameters<PointCompiler["expression"]>[1]): boolean {
  const names = split(code(words), ",").map(({ text }) => text);
  if (names.length < 2 || !names.every((name) => /^[\p{L}][\p{L}\d ]*(?:\.[\p{L}][\p{L}\d ]*)*$/u.test(name)) || ctx.tryExpression(words, use) !== null) return false;
  const context = `{ ${names.map((name) => `${name.replace(/^.*\./, "")}: ${name}`).join(", ")} }`;
  ctx.report("unreadable-value", words.span, "What a call sends is one value, and these are several.", {
    hint: `Give each the name under which it is sent: \`${context}\`.`,
    fixes: [{ title: `Write ${context}`, edits: [{ span: words.span, text: `\`${context}\`` }] }],
  });
  return true;
}

function readRequest(ctx: PointCompiler, words: TextSpan, sends: boolean): { readonly method: string; readonly address: TextSpan | null } {
  if (isNotShown(words)) return { method: "POST", address: words };
  const whole = code(words);
  const open = /^(\S+)\s+`?(not\s+shown)`?$/i.exec(whole.text);
  if (open && methods.test(open[1]!)) return { method: open[1]!.toUpperCase(), address: { text: open[2]!, span: { ...whole.span, from: whole.span.to - open[2]!.length } } };
  const line = readByForm(ctx, requestForms, whole, tests, { code: "unreadable-value", near: () => reportRequest(ctx, whole, sends) });
  if (!line) return { method: "POST", address: null };
  return { method: line.slots["method"]!.text.replace(/[`*()]/g, "").toUpperCase(), address: line.slots["address"]! };
}

/** What is missing: the method, or an address that begins as one. */
function reportRequest(ctx: PointCompiler, words: TextSpan, sends: boolean): boolean {
  const found = /^`?(\w+)`?\s+(\S.*)$/.exec(words.text);
  const method = sends ? "POST" : "GET";
  if (isAddress(words.text))
    ctx.report("unreadable-value", words.span, `"${words.text}" has no method.`, {
      hint: "Write GET, POST, PUT, PATCH or DELETE before the address.",
      fixes: [{ title: `Write ${method}`, edits: [{ span: { ...words.span, to: words.span.from }, text: `${method} ` }] }],
    });
  else if (found && methods.test(found[1]!)) {
    const address = code({ text: found[2]!, span: { ...words.span, from: words.span.to - found[2]!.length } });
    const start = { ...address.span, to: address.span.from };
    ctx.report("unreadable-value", address.span, `"${address.text}" is not a web address.`, {
      hint: "Begin it with `https://`, or with a constant in braces: `{address}/path`.",
      fixes: /^[\w-]+(?:\.[\w-]+)+/.test(address.text) ? [{ title: "Write https://", edits: [{ span: start, text: "https://" }] }] : [],
    });
  } else ctx.report("unreadable-value", words.span, `"${words.text}" is not a request.`, { hint: "Write ``POST `{address}/path` ``." });
  return true;
}
