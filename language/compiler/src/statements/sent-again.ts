/** `If it fails: try again 3 times`: how often a call is sent again is an attribute of its own. */
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";

const again = /^(?:try|retry|send|call)(?:\s+(?:it|the call))?(?:\s+again)?(?:\s+up\s+to)?\s+((?:up to\s+)?\d{1,3}\s+times?\b.*)$/is;

/** Whether the words were refused. The label before them is replaced where nothing else stands in the line. */
export function reportSentAgain(ctx: PointCompiler, { text, span }: TextSpan): boolean {
  const times = again.exec(text)?.[1];
  if (times === undefined) return false;
  const before = ctx.layout.text({ ...span, from: Math.max(0, span.from - 80), to: span.from });
  const label = /(?:^|\n)\s*[-*]\s+([^\n:|]+:\s*)$/.exec(before)?.[1];
  const line = `Retries: ${times}`;
  ctx.report("unknown-statement", span, `"${text}" isn't a statement: \`Retries\` says how often a call is sent again.`, {
    hint: `Write \`${line}\`.`,
    fixes: label === undefined ? [] : [{ title: `Write "${line}"`, edits: [{ span: { ...span, from: span.from - label.length }, text: line }] }],
  });
  return true;
}
