/** Makes rich text safe in the browser with DOMPurify: the tags that the server keeps, and those that it renames. */
import createDOMPurify from "dompurify";

const purify = createDOMPurify(window);

purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.hasAttribute("href")) node.setAttribute("rel", "noopener noreferrer nofollow");
  else node.removeAttribute("rel");
});

/** The server cleans what it is sent; this is for what the page itself draws. */
export const cleanHtml = (html: string): string =>
  purify
    .sanitize(html, {
      ALLOWED_TAGS: ["p", "div", "strong", "b", "em", "i", "u", "s", "del", "strike", "ul", "ol", "li", "h1", "h2", "h3", "h4", "blockquote", "code", "pre", "a", "br"],
      ALLOWED_ATTR: ["href", "rel"],
      ALLOWED_URI_REGEXP: /^(https?:\/\/|mailto:)[^\s]+$/i,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      ADD_FORBID_CONTENTS: ["object", "textarea", "select", "option"],
    })
    .replace(/<p>\s*<\/p>$/, "")
    .trim();
