/** `for each b in bookings: do Cancel on b, send Notice`: what doesn't name the element can be meant in the loop or after it. */
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";

/** Whether a statement behind the first, after a comma, was refused. `pieces`: the statements of the loop. */
export function reportLooseStatement(ctx: PointCompiler, loop: TextSpan, statements: TextSpan, pieces: readonly TextSpan[], variable: string): boolean {
  const [first, ...rest] = pieces;
  const name = variable.replace(/[^\p{L}\p{N} ]/gu, ".");
  const isOfElement = ({ text }: TextSpan): boolean => new RegExp(`(?<![\\p{L}\\p{N}])(?:${name}|its(?=\\.)|it|them)(?![\\p{L}\\p{N}])`, "iu").test(text.replace(/"[^"]*"/g, ""));
  const loose = rest.find((piece) => !isOfElement(piece));
  if (!first || !loose) return false;
  const before = [...pieces].filter(({ span }) => span.from < loose.span.from).at(-1)!;
  const gap: Span = { ...loose.span, from: before.span.to, to: loose.span.from };
  const start = loop.text.slice(0, Math.max(0, statements.span.from - loop.span.from)).trimEnd();
  ctx.report("unreadable-statement", loose.span, `This doesn't say whether "${loose.text}" happens for each ${variable}, or once behind the loop.`, {
    hint: "Write `;` before it for once, or a loop of its own for each.",
    fixes: [
      { title: "Once, behind the loop", edits: [{ span: gap, text: "; " }] },
      { title: `For each ${variable}`, edits: [{ span: gap, text: `; ${start} ` }] },
    ],
  });
  return true;
}
