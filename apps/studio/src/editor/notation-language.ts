/** The notation in the editor: Markdown with tables, as the compiler reads it. */
import { defineLanguageFacet, HighlightStyle, Language, LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import { parser, Table } from "@lezer/markdown";

const data = defineLanguageFacet({ commentTokens: { block: { open: "<!--", close: "-->" } } });

const style = HighlightStyle.define([
  { tag: [tags.heading1, tags.heading2, tags.heading3, tags.heading4], fontWeight: "650", color: "var(--heading)" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.monospace, color: "var(--code)" },
  { tag: tags.comment, color: "var(--dimmed)" },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: "var(--dimmed)" },
]);

export const notation: Extension = [new LanguageSupport(new Language(data, parser.configure([Table]), [], "nonet")), syntaxHighlighting(style)];
