/** Makes rich text safe with `sanitize-html`: a few tags without attributes, links to safe addresses, everything else as text. */
import type { Field } from "@nonet/model";
import sanitizeHtml from "sanitize-html";

const renamed: Readonly<Record<string, string>> = { div: "p", b: "strong", i: "em", del: "s", strike: "s", h1: "h2" };
const kept = ["p", "strong", "em", "u", "s", "ul", "ol", "li", "h2", "h3", "h4", "blockquote", "code", "pre", "a", "br"];
const isSafeAddress = (address: string): boolean => /^(https?:\/\/|mailto:)[^\s]+$/i.test(address);

const rules: sanitizeHtml.IOptions = {
  allowedTags: kept,
  allowedAttributes: { a: ["href", "rel"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nestingLimit: 30,
  // What these hold is no text for a reader.
  nonTextTags: ["script", "style", "template", "iframe", "object", "noscript", "svg", "math", "title", "head", "textarea", "select", "option"],
  transformTags: {
    ...Object.fromEntries(Object.entries(renamed).map(([from, to]) => [from, sanitizeHtml.simpleTransform(to, {}, false)])),
    a: (_tag, { href = "" }) => ({
      tagName: "a",
      attribs: isSafeAddress(href.trim()) ? { href: href.trim(), rel: "noopener noreferrer nofollow" } : ({} as sanitizeHtml.Attributes),
    }),
  },
};

export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, rules)
    .replaceAll("<br />", "<br>")
    .replace(/<p>\s*<\/p>$/, "")
    .trim();

/** A value that no person sent, such as a default or what an effect sets, as the field may hold it. */
export function storable(field: Field | undefined, value: unknown): unknown {
  return field?.type.kind === "text" && field.type.form === "rich" && typeof value === "string" ? cleanHtml(value) || null : value;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** What a reader of clean rich text sees, without its tags: for counting characters. */
export const plainOf = (html: string): string =>
  html
    .replace(/<br>|<\/(p|li|h[2-4]|blockquote)>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp);/g, (_all, name: string) => entities[name]!)
    .trim();
