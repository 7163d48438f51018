/** Prose of the document as HTML, as `page/prose-blocks.tsx` draws it. Every text is escaped, and no HTML of the document gets in. */
import { escaped } from "@nonet/api";
import { type InlinePart, inlineParts } from "../prose/inline-parts.ts";
import { blocksOf, type ProseBlock } from "../prose/blocks.ts";
import { around, texted } from "./html.ts";

export const proseHtml = (prose: string): string => blocksOf(prose).map(blockHtml).join("");

function blockHtml(block: ProseBlock): string {
  switch (block.kind) {
    case "heading":
      return around("h2", { dir: "auto" }, inlineHtml(block.text));
    case "list":
      return around(block.ordered ? "ol" : "ul", {}, ...block.items.map((item) => around("li", { dir: "auto" }, inlineHtml(item))));
    case "table":
      return around(
        "div",
        { class: "card fp-prose-table" },
        around("table", {}, around("thead", {}, rowHtml("th", block.head)), around("tbody", {}, ...block.rows.map((row) => rowHtml("td", row)))),
      );
    case "paragraph":
      return around("p", { dir: "auto" }, inlineHtml(block.text));
  }
}

const rowHtml = (tag: "th" | "td", cells: readonly string[]): string => around("tr", {}, ...cells.map((cell) => around(tag, {}, inlineHtml(cell))));

export const inlineHtml = (text: string): string => inlineParts(text).map(partHtml).join("");

const tags = { strong: "strong", emphasis: "em", code: "code" } as const;

function partHtml(part: InlinePart): string {
  if (part.kind === "text") return escaped(part.text);
  return part.kind === "link" ? texted("a", { href: part.to, rel: part.inside ? undefined : "noreferrer noopener" }, part.text) : texted(tags[part.kind], {}, part.text);
}
