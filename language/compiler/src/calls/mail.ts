/** Point 7: a mail: its receivers, subject, body and attachments. */
import type { Expression } from "@nonet/feel";
import type { CallBody } from "@nonet/model";
import { codeOf as code, type Section, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { text as textOf } from "../expressions/build.ts";
import { hasUnread } from "../misplaced/unread-attributes.ts";
import { cut, isNotShown, slice, split } from "../text/split.ts";
import { readAttachments } from "./attachments.ts";
import type { CallScene } from "./call-scope.ts";

function readReceivers(ctx: PointCompiler, words: TextSpan, use: Use): Expression {
  const parts = split(code(words), ",;").flatMap((part) => conjoined(part));
  if (isNotShown(words)) return ctx.expression(words, use);
  const [only] = parts;
  if (only && parts.length === 1 && isAddress(code(only).text)) return textOf(code(only).text, code(only).span);
  if (only && parts.length === 1 && /^[^\s"'()[\]{}]+@[^\s"'()[\]{}]*$/.test(code(only).text)) {
    ctx.report("not-an-address", code(only).span, `"${code(only).text}" is not an email address.`, { hint: "Write a domain after the `@`, as in `chief@example.org`." });
    return placeholder(words.span);
  }
  const inside = /^\[.*\]$/s.test(code(words).text) ? split(slice(code(words), 1, code(words).text.length - 1), ",") : parts;
  if (parts.length < 2 && !inside.some((part) => isAddress(part.text))) return ctx.expression(words, use);
  const list = `[${inside.map((part) => (isAddress(code(part).text) ? `"${code(part).text}"` : code(part).text)).join(", ")}]`;
  ctx.report("unreadable-value", words.span, `Write several receivers as a list: \`${list}\`.`, {
    fixes: [{ title: `Write \`${list}\``, edits: [{ span: words.span, text: `\`${list}\`` }] }],
  });
  return placeholder(words.span);
}

/** An email address; no FEEL expression contains an `@`. */
const isAddress = (text: string): boolean => /^[^\s@`"'()[\]{},;]+@[^\s@`"'()[\]{},;]+\.\p{L}{2,}$/u.test(text);

/** An address is never a condition, so `and` separates two addresses. */
function conjoined(words: TextSpan): TextSpan[] {
  const parted = /^[`\p{L}\p{N}\s._'’-]+$/u.test(words.text) && !/^`?(?:if|for|some|every)\s/i.test(words.text) ? cut(words, /\s+and\s+/i) : null;
  return parted ? [parted.before, ...conjoined(parted.after)] : [words];
}

export function emailBody(ctx: PointCompiler, scene: CallScene, section: Section): CallBody {
  const { attributes, use } = scene;
  const template = (key: string): ReturnType<PointCompiler["template"]> => {
    const words = attributes.get(key);
    if (!words && !hasUnread(section)) ctx.report("incomplete-call", section.title.span, `The mail "${scene.call}" has no ${key}.`);
    return words ? ctx.template(words, use) : [];
  };
  const to = readReceivers(ctx, attributes.get("email to")!, use);
  const one = to.type.kind === "list" ? to.type.of : to.type;
  if (to.kind !== "hole" && one.kind !== "string" && one.kind !== "any" && !(one.kind === "record" && one.name === "User"))
    ctx.report("not-an-address", to.span, "This is not an email address.", { hint: "Use an email field, a User, or a list of either." });
  const attach = attributes.get("attach");
  return { kind: "email", to, subject: template("subject"), body: template("body"), attach: attach ? readAttachments(ctx, attach, use) : [] };
}
