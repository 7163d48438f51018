/** Prose of the document as HTML: headings, lists, paragraphs and links. Every text is escaped, and no HTML of the document gets in. */
import { escaped } from "@nonet/api";

export const proseHtml = (prose: string): string =>
  prose
    .split(/\n\s*\n|(?=^#{1,6}\s)/m)
    .filter((block) => block.trim() !== "")
    .map(blockHtml)
    .join("");

const bullet = /^\s*([-*+]|\d+[.)])\s+/;

const blockKind = (block: string): "heading" | "list" | "table" | "paragraph" =>
  /^\s*#{1,6}\s/.test(block) ? "heading" : bullet.test(block) ? "list" : /^\s*\|/.test(block) ? "table" : "paragraph";

function blockHtml(block: string): string {
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  switch (blockKind(block)) {
    case "heading":
      return `<h2>${inlineHtml(lines[0]!.replace(/^\s*#+\s+/, ""))}</h2>${lines.length > 1 ? blockHtml(lines.slice(1).join("\n")) : ""}`;
    case "list":
      return `<ul>${lines.map((line) => `<li>${inlineHtml(line.replace(bullet, ""))}</li>`).join("")}</ul>`;
    case "table":
      return `<p>${lines
        .filter((line) => !/^[\s|:-]+$/.test(line))
        .map((line) => inlineHtml(line.replaceAll("|", " ").trim()))
        .join("<br />")}</p>`;
    case "paragraph":
      return `<p>${inlineHtml(lines.map((line) => line.trim()).join(" "))}</p>`;
  }
}

/** Links keep their address where it is one that the front end follows; other marks are left out. */
function inlineHtml(text: string): string {
  const parts: string[] = [];
  let from = 0;
  const plain = (piece: string): string => escaped(piece.replaceAll(/[*`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, ""));
  for (const match of text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    parts.push(plain(text.slice(from, match.index)));
    parts.push(/^(https?:|mailto:|\/)/i.test(match[2]!) ? `<a href="${escaped(match[2]!)}">${plain(match[1]!)}</a>` : plain(match[1]!));
    from = match.index + match[0].length;
  }
  return [...parts, plain(text.slice(from))].join("");
}
