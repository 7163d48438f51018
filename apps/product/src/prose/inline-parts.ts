/** Splits one paragraph's inline Markdown: `**strong**`, `*emphasis*`, `` `code` `` and `[text](address)`. */

export type InlinePart =
  | { readonly kind: "text" | "strong" | "emphasis" | "code"; readonly text: string }
  /** `inside`: whether the address is one of the product. */
  | { readonly kind: "link"; readonly text: string; readonly to: string; readonly inside: boolean };

const marked = /\*\*(.+?)\*\*|(?<![\p{L}\p{N}*_])[*_](.+?)[*_](?![\p{L}\p{N}])|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/gu;

/** A link to anything but a page or a mail address is only its text. */
export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    const [, strong, emphasis, code, label, to] = match;
    if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (emphasis !== undefined) parts.push({ kind: "emphasis", text: emphasis });
    else if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (to!.startsWith("/") || /^(https?:|mailto:)/i.test(to!)) parts.push({ kind: "link", text: label!, to: to!, inside: to!.startsWith("/") });
    else parts.push({ kind: "text", text: label! });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}
