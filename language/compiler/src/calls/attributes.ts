/** Point 7: the bullets of a call as attributes by name. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { callKey, callTitles } from "../syntax/call-attributes.ts";

export function readAttributes(ctx: PointCompiler, section: Section): Map<string, TextSpan> {
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
    ctx.markEnforced(block.span);
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

/** `For each: Loan where …` belongs in Every. */
function reportForEach(ctx: PointCompiler, section: Section, words: TextSpan): void {
  const every = section.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === "every");
  const written = every?.kind === "bullet" ? (every.value?.text ?? "") : "day at 07:00";
  ctx.markEnforced(words.span);
  ctx.report("unreadable-line", words.span, "The records of a schedule belong in its `Every`.", {
    hint: `Write \`- Every: ${written}, for each ${words.text.replace(/^for each\s*:?\s*/i, "").replaceAll("`", "")}\`.`,
  });
}

/** Each child bullet is a part of the value. Line breaks between them become `;` with padding, so that every part keeps its offset. */
function joinedChildren(value: TextSpan, children: readonly TextSpan[]): TextSpan {
  const [first, ...others] = children;
  return first ? others.reduce((all, one) => ({ text: `${all.text}${";".padEnd(one.span.from - all.span.to)}${one.text}`, span: { ...all.span, to: one.span.to } }), first) : value;
}

export const isCallTitle = (label: string): boolean => callTitles.some((title) => fold(title) === callKey(label));

function unknownAttribute(ctx: PointCompiler, label: TextSpan): void {
  const near = nearest(label.text, callTitles);
  ctx.report(
    "unknown-attribute",
    label.span,
    `A call has no attribute "${label.text}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: label.span, text: near }] }] },
  );
}

/** Whether a bullet is a misspelt attribute that decides the kind of the call; it is reported as an unknown attribute. */
export const isMisspelt = (section: Section): boolean =>
  section.blocks.some(
    (block) =>
      block.kind === "bullet" &&
      block.label !== null &&
      !isCallTitle(block.label.text) &&
      nearest(block.label.text, ["Email to", "Request", "Receives", "Offers", "Every"]) !== undefined,
  );
