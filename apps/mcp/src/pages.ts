/** Cuts an answer into pages, so that none fills the window of an assistant. */

/** Some 4,000 tokens. */
const pageLength = 14_000;

/** One page of a text, cut between lines, with what to ask for next. Pages start at 1. */
export function pageOf(text: string, page: number): string {
  const pages = cut(text);
  if (page > pages.length) return `There are ${pages.length} pages. Ask for a page from 1 to ${pages.length}.`;
  const shown = pages[page - 1]!;
  return pages.length === 1 ? shown : `${shown}\n\nPage ${page} of ${pages.length}.${page < pages.length ? ` Ask again with page ${page + 1} for more.` : ""}`;
}

function cut(text: string): readonly string[] {
  const pages: string[] = [];
  let page = "";
  for (const line of text.split("\n").flatMap(pieces)) {
    if (page !== "" && page.length + line.length >= pageLength) {
      pages.push(page);
      page = "";
    }
    page += page === "" ? line : `\n${line}`;
  }
  return [...pages, page];
}

/** A line that is longer than a page. */
const pieces = (line: string): readonly string[] => (line.length < pageLength ? [line] : (line.match(new RegExp(`[\\s\\S]{1,${pageLength - 1}}`, "g")) ?? [line]));
