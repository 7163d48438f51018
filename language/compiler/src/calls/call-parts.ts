/** Point 7: attributes shared by several kinds of calls: signatures, headers, expected answers, retries, Otherwise. */
import { type Expression, readValue } from "@nonet/feel";
import type { HttpCall, Signature, Statement } from "@nonet/model";
import { codeOf as code, isCode, slice as plainSlice, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { cut, findTop, isNotShown, slice, split } from "../text/split.ts";

/** ``bearer `secret NAME` `` or ``HMAC-SHA256 of the body by `secret NAME` in header X-Signature``. */
export function readSignature(ctx: PointCompiler, words: TextSpan | undefined): Signature | null {
  if (!words) return null;
  const bearer = /^bearer\s+`?secret\s+([^`]+?)`?$/i.exec(words.text);
  if (bearer) return { kind: "bearer", secret: bearer[1]! };
  const hmac = /^HMAC[- ]SHA-?(1|256|512)\s+of the body\s+(?:by|with)\s+`?secret\s+([^`]+?)`?\s+in (?:the )?header\s+`?([\w-]+)`?(?:,?\s+(?:as|in)\s+(hex|base64))?$/i.exec(
    words.text,
  );
  if (hmac)
    return {
      kind: "hmac",
      algorithm: `sha${hmac[1]! as "1" | "256" | "512"}`,
      secret: hmac[2]!,
      header: hmac[3]!,
      encoding: hmac[4]?.toLowerCase() === "base64" ? "base64" : "hex",
    };
  const header = /^(?:`?secret\s+([^`]+?)`?\s+in (?:the )?header\s+`?([\w-]+)`?|(?:the )?header\s+`?([\w-]+)`?\s*:?\s*(?:(?:with|by|is)\s+)?`?secret\s+([^`]+?)`?)$/i.exec(
    words.text,
  );
  if (header) return { kind: "header", secret: (header[1] ?? header[4])!, header: (header[2] ?? header[3])! };
  if (isNotShown(words)) ctx.notShown("how a call is signed", words.span);
  else
    ctx.report("unreadable-value", words.span, `"${words.text}" is not a signing method.`, {
      hint: "Write ``bearer `secret NAME` `` ``HMAC-SHA256 of the body by `secret NAME` in header NAME`` or ``header NAME: `secret NAME` ``.",
    });
  return null;
}

/** `signature`: its header must not be set a second time. */
export function readHeaders(ctx: PointCompiler, words: TextSpan | undefined, use: Use, signature: Signature | null): HttpCall["headers"] {
  if (!words) return [];
  const setHeaders = headersOf(signature);
  return split(words, ";").flatMap((part) => {
    const pair = cut(part, /:\s*/);
    const another = pair && findTop(pair.after, /,\s*[\w-]+:\s/);
    if (another) {
      ctx.report("ambiguous-commas", part.span, "The comma could separate two headers or belong to a value.", { hint: "Separate headers with `;`: `Name: value; Name: value`." });
      return [];
    }
    if (pair && /^[\w-]+$/.test(pair.before.text)) {
      checkHeaderName(ctx, pair.before, setHeaders);
      return [{ name: pair.before.text, ...headerValue(ctx, pair.after, use) }];
    }
    ctx.report("unreadable-value", part.span, `"${part.text}" is not a header.`, { hint: "Write `Name: value`, and separate several headers with `;`." });
    return [];
  });
}

/** `2`, `{number}`, `secret NAME`, `Bearer secret NAME`. A secret ends the value and is filled in only when the call is sent. */
function headerValue(ctx: PointCompiler, written: TextSpan, use: Use): Pick<HttpCall["headers"][number], "value" | "secret"> {
  const words = isCode(written) ? code(written) : written;
  const secret = /^(?<before>(?:.*\s|.*[:=,])?)(?:`|\{)*secret\s+(?<name>[^`{}]+?)(?:`|\})*$/i.exec(words.text)?.groups;
  if (secret) return { value: secret["before"] ? ctx.template(plainSlice(words, 0, secret["before"].length), use) : [], secret: secret["name"]! };
  if (!/[`{]\s*secret\s/i.test(words.text)) return { value: ctx.template(words, use), secret: null };
  ctx.report("unreadable-value", written.span, "A secret must be at the end of the header's value.", { hint: "Write `Name: secret NAME` or `Name: Bearer secret NAME`." });
  return { value: [], secret: null };
}

/** Seconds of `5 seconds`, `2 minutes`; null if the text is not a length of time. */
export function secondsOf(text: string): number | null {
  const value = readValue(text);
  const match = typeof value?.value === "string" && /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(value.value);
  if (!match) return null;
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = match;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const isStatus = (digits: string): boolean => /^[1-5]\d\d$/.test(digits);

/** `status 200 to 299, within 5 seconds`; left out: default 13. */
export function readExpects(ctx: PointCompiler, words: TextSpan | undefined): HttpCall["expects"] {
  let expects: HttpCall["expects"] = { low: 200, high: 299, withinSeconds: 10 };
  for (const part of words ? split(words, ",;") : []) {
    const status = /^(?:status\s+)?(\d{3})(?:\s*(?:to|–|-)\s*(\d{3}))?$/i.exec(part.text);
    const within = /^within\s+(.+)$/i.exec(part.text);
    const seconds = within ? secondsOf(within[1]!) : null;
    if (isNotShown(part)) ctx.notShown("what a call expects", part.span);
    else if (status && Number(status[2] ?? status[1]) < Number(status[1]))
      ctx.report("unreadable-value", part.span, `The range of statuses from ${status[1]} to ${status[2]} is empty.`);
    else if (status && [status[1], status[2] ?? status[1]].some((one) => !isStatus(one!)))
      ctx.report("unreadable-value", part.span, `"${part.text}" is not a valid status: statuses are numbers from 100 to 599.`);
    else if (seconds !== null && (seconds <= 0 || seconds > 300)) ctx.report("unreadable-value", part.span, "The time limit of a call must be more than 0 and at most 5 minutes.");
    else if (status) expects = { ...expects, low: Number(status[1]), high: Number(status[2] ?? status[1]) };
    else if (seconds !== null) expects = { ...expects, withinSeconds: seconds };
    else ctx.report("unreadable-value", part.span, `"${part.text}" doesn't describe an answer.`, { hint: "Write `status 200 to 299, within 5 seconds`." });
  }
  return expects;
}

/** `6 times, waiting 10 seconds and doubling`: six attempts after the first; left out: default 14, and none where a person waits for the answer. */
export function readRetries(ctx: PointCompiler, words: TextSpan | undefined, first: boolean): HttpCall["retries"] {
  const normal = first ? { times: 0, waitSeconds: 1, doubling: false } : { times: 6, waitSeconds: 10, doubling: true };
  if (!words) return normal;
  if (/^(none|never|no|0 times)$/i.test(words.text)) return { times: 0, waitSeconds: 0, doubling: false };
  const match = /^(\d+)\s+times?(?:,?\s+(?:waiting|every)\s+(.+?))?(\s+and doubling|,\s*doubling)?$/i.exec(words.text);
  const wait = match?.[2] === undefined ? normal.waitSeconds : secondsOf(match[2]);
  if (isNotShown(words)) {
    ctx.notShown("the retries of a call", words.span);
    return normal;
  }
  if (first && match && wait !== null && longestWait(Number(match[1]), wait, match[3] !== undefined) > 60) {
    ctx.report("unreadable-value", words.span, "A person waits for this call (First: yes), so its retries can wait at most one minute in total.");
    return normal;
  }
  if (match && wait !== null) return { times: Number(match[1]), waitSeconds: wait, doubling: match[3] !== undefined };
  ctx.report("unreadable-value", words.span, `"${words.text}" doesn't describe retries.`, { hint: "Write `6 times, waiting 10 seconds and doubling`." });
  return normal;
}

const longestWait = (times: number, wait: number, doubling: boolean): number => (doubling ? wait * (2 ** times - 1) : wait * times);

/** ``status 201, `{ … }` ``, the status or the content alone. */
export function readAnswers(ctx: PointCompiler, words: TextSpan, use: Use): { readonly status: number; readonly body: Expression | null } {
  const status = /^(?:status\s+)?(\d{3})(?=$|[\s,;:])[\s,;:]*(?:with\s+)?/i.exec(words.text);
  const rest = status ? slice(words, status[0].length) : words;
  if (status && !/^[2345]/.test(status[1]!)) ctx.report("unreadable-value", words.span, `${status[1]} is not the status of a final answer: these are numbers from 200 to 599.`);
  const empty = rest.text === "" || /^(nothing|none)$/i.test(rest.text);
  return { status: Number(status?.[1] ?? (empty ? 204 : 200)), body: empty ? null : ctx.expression(rest, use) };
}

/** A code, statements, or both: `PAYMENT_FAILED; set charge = null`. */
export function readOtherwise(ctx: PointCompiler, words: TextSpan | undefined, scene: StatementScope): { code: string | null; then: readonly Statement[] } {
  if (!words) return { code: null, then: [] };
  if (isNotShown(words)) {
    ctx.notShown(`Otherwise of ${scene.what}`, words.span);
    return { code: null, then: [] };
  }
  const first = /^`?([A-Z][A-Z0-9_]*)`?(?=$|\s*[;,])\s*[;,]?\s*/.exec(words.text);
  if (!first) return { code: null, then: compileStatements(ctx, words, scene) };
  const code = ctx.markCodeUsed(first[1]!, slice(words, 0, first[1]!.length).span);
  const rest = slice(words, first[0].length);
  return { code, then: rest.text === "" ? [] : compileStatements(ctx, rest, scene) };
}

/** A call can set each header once, and none that only the connection can set (RFC 9112, sections 6 and 9). */

const ofTheConnection: ReadonlySet<string> = new Set(["content-length", "expect", "keep-alive", "transfer-encoding", "upgrade"]);

/** Headers that are set elsewhere, in lower case. */
export const headersOf = (signature: Signature | null): Set<string> =>
  new Set(signature === null ? [] : [signature.kind === "bearer" ? "authorization" : signature.header.toLowerCase()]);

/** Adds the name to the headers that are set. */
export function checkHeaderName(ctx: PointCompiler, { text, span }: TextSpan, setHeaders: Set<string>): void {
  const name = text.toLowerCase();
  if (setHeaders.has(name)) ctx.report("unreadable-value", span, `The header ${text} is set twice: here, and by another header or \`Signed with\`.`);
  if (ofTheConnection.has(name)) ctx.report("unreadable-value", span, `The connection itself sets the header ${text}, so a call can't set it.`);
  setHeaders.add(name);
}
