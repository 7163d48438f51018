/** Which headers a call may say: each once, and none that only the connection can (RFC 9112, sections 6 and 9). */
import type { Signature } from "@nonet/model";
import type { Words } from "@nonet/notation";
import type { Workshop } from "../make-context.ts";

const ofTheConnection: ReadonlySet<string> = new Set(["content-length", "expect", "keep-alive", "transfer-encoding", "upgrade"]);

/** Those that are said before any other, in lower case. */
export const headersOf = (signature: Signature | null): Set<string> =>
  new Set(signature === null ? [] : [signature.kind === "bearer" ? "authorization" : signature.header.toLowerCase()]);

/** Notes the name among those `said`. */
export function judgeHeaderName(ctx: Workshop, { text, span }: Words, said: Set<string>): void {
  const name = text.toLowerCase();
  if (said.has(name)) ctx.report("unreadable-value", span, `The header ${text} is said twice: by another value here, or by \`Signed with\`.`);
  if (ofTheConnection.has(name)) ctx.report("unreadable-value", span, `The header ${text} is the connection's own; a call can't say it.`);
  said.add(name);
}
