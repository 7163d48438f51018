/** Point 7: the bullets of a call as attributes by name. */
import type { Bullet, Section, TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { callKey, callTitles, isCallTitle } from "../syntax/call-attributes.ts";
import { cut, slice } from "../text/split.ts";
import { meantByCall, requestLine, requestMethod } from "./meant-by-call.ts";

export function readAttributes(ctx: PointCompiler, section: Section): Map<string, TextSpan> {
  const attributes = new Map<string, TextSpan>();
  const blocks = section.blocks.map((block) => (block.kind === "bullet" ? withColon(block) : block));
  const keys = new Set(blocks.flatMap((block) => (block.kind === "bullet" && block.label ? [callKey(block.label.text)] : [])));
  for (const block of blocks) {
    if (block.kind === "table")
      ctx.report("unreadable-table", block.span, "This table names no attributes of calls.", {
        hint: "Give it the headers Name, Email to, Subject and Body, or write a bullet for each attribute: `- Email to: …`.",
      });
    if (block.kind !== "bullet") continue;
    const each = forEachIn(block.words);
    if (each) {
      ctx.markEnforced(block.span);
      if (attributes.has("for each")) ctx.report("doubled-attribute", each.records.span, "`For each` appears twice.");
      attributes.set("for each", each.records);
      if (each.does && !attributes.has("does")) attributes.set("does", each.does);
      continue;
    }
    if (!block.label || !block.value) {
      ctx.report("unreadable-line", block.words.span, "This is not an attribute of a call.", { hint: "If it is prose, write it as a paragraph." });
      continue;
    }
    ctx.markEnforced(block.span);
    const key = callKey(block.label.text, keys);
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
    if (!isCallTitle(block.label.text)) unknownAttribute(ctx, section, { label: block.label, value: block.value });
  }
  return attributes;
}

/** Attributes that no sentence of prose begins with. */
const plainLabel = /^\**(?:(?:e-?mail|mail)(?:ed)? to|drop(?:ped)? when|signed (?:with|by)|counts once per|expects|retries|offers|receives|sends|finds|takes)\**(?=\s)/i;

const bareRequest = /^`?(?:get|post|put|patch|delete)\s+`?https?:\/\/\S+$/i;

/** `- Mail to the applicant`, `- Dropped when paid`: the attribute without its colon. `- POST https://…`: a request without its name. */
function withColon(bullet: Bullet): Bullet {
  if (bareRequest.test(bullet.words.text)) return { ...bullet, label: { ...bullet.words, text: "Request" }, value: bullet.words };
  if (bullet.label && bullet.value) return bullet;
  const label = plainLabel.exec(bullet.words.text)?.[0];
  if (label === undefined) return bullet;
  return { ...bullet, label: slice(bullet.words, 0, label.length), value: slice(bullet.words, label.length + 1) };
}

/** `For each Loan where …: STATEMENT`, `For each: Loan where …`. */
function forEachIn(words: TextSpan): { readonly records: TextSpan; readonly does: TextSpan | null } | null {
  const found = /^(?:\*\*)?for (?:each|every)\b\s*:?(?:\*\*)?:?\s*/i.exec(words.text.replace(/^(\*\*)(.*?)(\*\*)/, (bold) => bold));
  if (!found) return null;
  const rest = slice(words, found[0].length);
  const sides = cut(rest, /\*{0,2}:\*{0,2}(?:\s+|$)/);
  return { records: sides ? sides.before : rest, does: sides && sides.after.text !== "" ? sides.after : null };
}

/** Each child bullet is a part of the value. Line breaks between them become `;` with padding, so that every part keeps its offset. */
function joinedChildren(value: TextSpan, children: readonly TextSpan[]): TextSpan {
  const [first, ...others] = children;
  return first ? others.reduce((all, one) => ({ text: `${all.text}${";".padEnd(one.span.from - all.span.to)}${one.text}`, span: { ...all.span, to: one.span.to } }), first) : value;
}

function unknownAttribute(ctx: PointCompiler, section: Section, { label, value }: { readonly label: TextSpan; readonly value: TextSpan }): void {
  const meant = meantByCall(ctx, section, label, value);
  if (meant) return ctx.report("unknown-attribute", label.span, meant.message, { hint: meant.hint, fixes: meant.fixes });
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
      (requestMethod(block.label.text) !== undefined ||
        (block.value !== null && requestLine(block.label.text, block.value.text) !== null) ||
        nearest(block.label.text, ["Email to", "Request", "Receives", "Offers", "Every"]) !== undefined),
  );

/** Whether the attribute is there under a misspelt name, which is reported as an unknown attribute. */
export const isMisspeltAs = (section: Section, key: string): boolean =>
  section.blocks.some((block) => block.kind === "bullet" && block.label !== null && !isCallTitle(block.label.text) && callKey(nearest(block.label.text, callTitles) ?? "") === key);
