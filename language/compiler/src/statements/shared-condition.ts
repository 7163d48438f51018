/** A condition before the first of several statements: `when urgent: set a = 1; send Notice` is about all of them. */
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { after, cut, findTop } from "../text/split.ts";

export interface ConditionFirst {
  readonly condition: TextSpan;
  readonly statement: TextSpan;
  /** After a colon, it is about the statements that follow too. */
  readonly isForAll: boolean;
}

/** `if urgent, send Notice`; null if the words don't begin with a condition. */
export function conditionFirst(words: TextSpan, isStatement: (words: TextSpan) => boolean): ConditionFirst | null {
  const condition = after(words, /(?:if|when)\s+/i);
  if (!condition || findTop(condition, /\selse\s/i)) return null;
  const parts = cut(condition, /\s*,?\s+then:?\s+/i) ?? cut(condition, /\s*[,:]\s+/);
  return parts && isStatement(parts.after) ? { condition: parts.before, statement: parts.after, isForAll: parts.match[0].includes(":") } : null;
}

const endsAll = /^(?:stop|end|refuse|raise|fail|abort|finish)\b/i;
const hasCondition = /(?:^|\s)(?:if|when|unless|else|otherwise)\s/i;

/** Reports `if urgent, set a = 1; send Notice`: the second statement may be meant to happen always, or then only. */
export function reportUnclear(ctx: PointCompiler, list: TextSpan, first: TextSpan, { condition, statement, isForAll }: ConditionFirst, next: TextSpan | undefined): void {
  if (isForAll || !next || endsAll.test(statement.text) || hasCondition.test(next.text)) return;
  const between = list.text.slice(first.span.to - list.span.from, next.span.from - list.span.from);
  if (!between.includes(";")) return;
  const start = { ...first.span, to: statement.span.from };
  ctx.report("unreadable-statement", next.span, `This doesn't say whether "${next.text}" happens only if "${condition.text}".`, {
    hint: `Write \`when ${condition.text}: …; …\` for both, or the condition behind the first: \`… when ${condition.text}; …\`.`,
    fixes: [
      { title: "Only then, both", edits: [{ span: start, text: `when ${condition.text}: ` }] },
      {
        title: "The second always",
        edits: [
          { span: start, text: "" },
          { span: { ...first.span, from: first.span.to }, text: ` when ${condition.text}` },
        ],
      },
    ],
  });
}
