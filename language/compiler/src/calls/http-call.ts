/** Point 7: an outgoing HTTP request with its headers, content, expected answer and retries. */
import type { Type } from "@nonet/feel";
import type { Condition, HttpCall } from "@nonet/model";
import { codeOf as code } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { after, isNotShown } from "../text/split.ts";
import { readExpects, readHeaders, readOtherwise, readRetries, readSignature } from "./call-parts.ts";
import type { CallScene } from "./call-scope.ts";
import { readUndo, withUndoneAnswer } from "./undo.ts";

const any: Type = { kind: "any" };

export function httpBody(ctx: PointCompiler, scene: CallScene): HttpCall | null {
  const { attributes } = scene;
  const use = withUndoneAnswer(ctx, scene.call, scene.use);
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
  const answer: StatementScope = { ...scene.scene, variables: { answer: any } };
  const sends = attributes.get("sends");
  const then = attributes.get("then");
  const dropped = attributes.get("dropped when");
  const first = attributes.get("first");
  if (first && !/^(yes|no)$/i.test(first.text)) ctx.report("unreadable-value", first.span, "First must be yes or no.");
  const isFirst = /^yes$/i.test(first?.text ?? "");
  const droppedWhen: Condition | null = dropped ? { expression: ctx.expression(dropped, { ...use, expect: { kind: "boolean" } }), source: dropped.span } : null;
  const otherwise = readOtherwise(ctx, attributes.get("otherwise"), answer);
  // The error undoes the whole change, including these statements, so they would have no effect.
  if (isFirst && otherwise.code !== null && otherwise.then.length > 0)
    ctx.report("unreadable-value", attributes.get("otherwise")!.span, "With First: yes, an error code undoes the action, and these statements with it.", {
      hint: "Write either the code or the statements.",
    });
  // HTTP doesn't allow content here (RFC 9110, section 9.3.1).
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
    undo: readUndo(ctx, scene, isFirst),
  };
}
