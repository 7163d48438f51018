/** Finds the document's line for a place in the product's pages: they name lines in links and in `data-document-line`. */
export interface DocumentLine {
  readonly file: number;
  readonly line: number;
}

/** `L12`, or `F1L12` in a document of several files. */
export function readAnchor(anchor: string): DocumentLine | null {
  const found = /^(?:F(\d+))?L(\d+)$/.exec(anchor);
  return found && { file: Number(found[1] ?? 0), line: Number(found[2]) };
}

/** The line that a link names. */
export function lineOfLink(element: Element): DocumentLine | null {
  const href = element.closest("a[href]")?.getAttribute("href") ?? "";
  const anchor = /^(?:\/-\/preview)?\/document#(.*)$/.exec(href);
  return anchor && readAnchor(anchor[1]!);
}

/** The line of the innermost part of the page that contains the element and names one. */
export function lineOfPart(element: Element): DocumentLine | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const named = at.matches("[data-document-line]") ? at : at.querySelector("[data-document-line]");
    const line = named && readAnchor(named.getAttribute("data-document-line")!);
    if (line) return line;
  }
  return null;
}
