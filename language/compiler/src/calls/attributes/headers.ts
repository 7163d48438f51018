/** Point 7: the headers of an outgoing call. */
import { headerForms } from "@nonet/forms";
import type { HttpCall, Signature } from "@nonet/model";
import { codeOf as code, isCode, slice as plainSlice, type TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { tryForm } from "../../text/form-line.ts";
import { bare, findTop, slice, split, withBreaksAs } from "../../text/split.ts";

/** `signature`: its header must not be set a second time. */
export function readHeaders(ctx: PointCompiler, words: TextSpan | undefined, use: Use, signature: Signature | null): HttpCall["headers"] {
  if (!words) return [];
  const setHeaders = headersOf(signature);
  return split(withBreaksAs(plain(words), ";"), ";").flatMap((written) => {
    const part = plain(written);
    const line = tryForm(headerForms, part, { name: (text) => /^[\w-]+$/.test(bareName(text)) });
    const pair = line && { before: bare(line.slots["name"]!), after: slice(part, line.slots["value"]!.span.from - part.span.from) };
    const another = pair && findTop(pair.after, /,\s*[\w-]+:\s/);
    if (another) {
      ctx.report("ambiguous-commas", part.span, "The comma could separate two headers or belong to a value.", { hint: "Separate headers with `;`: `Name: value; Name: value`." });
      return [];
    }
    if (pair) {
      checkHeaderName(ctx, pair.before, setHeaders);
      return [{ name: pair.before.text, ...headerValue(ctx, pair.after, use) }];
    }
    ctx.report("unreadable-value", part.span, `"${part.text}" is not a header.`, { hint: "Write `Name: value`, and separate several headers with `;`." });
    return [];
  });
}

const bareName = (text: string): string => text.replace(/^[`"*]+|[`"*]+$/g, "");

/** Without backticks around the whole. */
const plain = (words: TextSpan): TextSpan => (/^`[^`]*:[^`]*`$/.test(words.text) ? code(words) : words);

/** `2`, `{number}`, `secret NAME`, `Bearer secret NAME`. A secret ends the value and is filled in only when the call is sent. */
function headerValue(ctx: PointCompiler, written: TextSpan, use: Use): Pick<HttpCall["headers"][number], "value" | "secret"> {
  const words = isCode(written) ? code(written) : written;
  const secret = /^(?<before>(?:.*\s|.*[:=,])?)(?:`|\{)*secret\s+(?<name>[^`{}]+?)(?:`|\})*$/i.exec(words.text)?.groups;
  if (secret) return { value: secret["before"] ? ctx.template(plainSlice(words, 0, secret["before"].length), use) : [], secret: bareName(secret["name"]!) };
  if (!/[`{]\s*secret\s/i.test(words.text)) return { value: ctx.template(words, use), secret: null };
  ctx.report("unreadable-value", written.span, "A secret must be at the end of the header's value.", { hint: "Write `Name: secret NAME` or `Name: Bearer secret NAME`." });
  return { value: [], secret: null };
}

/** A call can set each header once, and none that only the connection can set (RFC 9112, sections 6 and 9). */

const ofTheConnection: ReadonlySet<string> = new Set(["content-length", "expect", "keep-alive", "transfer-encoding", "upgrade"]);

/** Headers that are set elsewhere, in lower case. */
export const headersOf = (signature: Signature | null): Set<string> =>
  new Set(
    signature === null
      ? []
      : signature.kind === "standard webhooks"
        ? ["webhook-id", "webhook-timestamp", "webhook-signature"]
        : [signature.kind === "bearer" ? "authorization" : signature.header.toLowerCase()],
  );

/** Adds the name to the headers that are set. */
export function checkHeaderName(ctx: PointCompiler, { text, span }: TextSpan, setHeaders: Set<string>): void {
  const name = text.toLowerCase();
  if (setHeaders.has(name)) ctx.report("unreadable-value", span, `The header ${text} is set twice: here, and by another header or \`Signed with\`.`);
  if (ofTheConnection.has(name)) ctx.report("unreadable-value", span, `The connection itself sets the header ${text}, so a call can't set it.`);
  setHeaders.add(name);
}
