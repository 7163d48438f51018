/**
 * Rich text is rebuilt from what is allowed, never trusted: known tags without attributes (links with a safe
 * address), everything else as text. What a script or style holds is dropped.
 */
const kept: Readonly<Record<string, string>> = {
  p: "p",
  div: "p",
  strong: "strong",
  b: "strong",
  em: "em",
  i: "em",
  u: "u",
  s: "s",
  del: "s",
  strike: "s",
  ul: "ul",
  ol: "ol",
  li: "li",
  h1: "h2",
  h2: "h2",
  h3: "h3",
  h4: "h4",
  blockquote: "blockquote",
  code: "code",
  pre: "pre",
  a: "a",
};
const silent = new Set(["script", "style", "template", "iframe", "object", "noscript", "svg", "math", "title", "head", "textarea", "select"]);
const deepest = 30;

/** `</p>`, `<a href="…">`, `<br/>`; a comment or declaration; anything else is text. */
const token = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s"'>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]*))?|\s*\/?)*)\s*>/gi;

export function cleanHtml(html: string): string {
  const open: string[] = [];
  let out = "";
  let from = 0;
  let silence: string | null = null;
  const say = (text: string): void => {
    if (silence === null) out += escaped(text);
  };
  for (const match of html.matchAll(token)) {
    say(html.slice(from, match.index));
    from = match.index + match[0].length;
    const name = match[2]?.toLowerCase();
    if (name === undefined) continue;
    const closes = match[1] === "/";
    if (silence !== null) {
      if (closes && name === silence) silence = null;
      continue;
    }
    if (silent.has(name)) silence = closes ? null : name;
    else if (name === "br") out += "<br>";
    else out += closes ? close(open, kept[name]) : begin(open, kept[name], match[3] ?? "");
  }
  say(html.slice(from));
  return (
    out +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join("")
  )
    .replace(/<p>\s*<\/p>$/g, "")
    .trim();
}

function begin(open: string[], tag: string | undefined, attributes: string): string {
  if (tag === undefined || open.length >= deepest) return "";
  open.push(tag);
  return tag === "a" ? `<a${addressIn(attributes)}>` : `<${tag}>`;
}

/** Closes the tag and whatever was left open in it; nothing where it isn't open. */
function close(open: string[], tag: string | undefined): string {
  const at = tag === undefined ? -1 : open.lastIndexOf(tag);
  return at < 0
    ? ""
    : open
        .splice(at)
        .reverse()
        .map((one) => `</${one}>`)
        .join("");
}

function addressIn(attributes: string): string {
  const found = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const address = decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
  return /^(https?:\/\/|mailto:)[^\s]+$/i.test(address) ? ` href="${escaped(address)}" rel="noopener noreferrer nofollow"` : "";
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const decoded = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
    const code = name[1] === "x" || name[1] === "X" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
  });
const escaped = (text: string): string => decoded(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** What a reader of the text sees, without its tags: for counting characters. */
export const plainOf = (html: string): string => decoded(html.replace(/<br>|<\/(p|li|h[2-4]|blockquote)>/g, "\n").replace(/<[^>]*>/g, "")).trim();
