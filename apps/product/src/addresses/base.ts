/**
 * Where the product's addresses begin: nowhere, or under `/-/preview`, where the studio shows a version that isn't live. Addresses
 * are written as the document writes them, and get their beginning where they leave the page.
 */
const preview = "/-/preview";

const isUnder = (path: string): boolean => path === preview || path.startsWith(`${preview}/`);

const base = typeof location !== "undefined" && isUnder(location.pathname) ? preview : "";

/** The address as the browser has to ask for it. */
export const withBase = (address: string): string => (base !== "" && /^\/(?!\/)/.test(address) && !isUnder(address) ? base + address : address);

/** The path as the document knows it. */
export const withoutBase = (path: string): string => (base !== "" && isUnder(path) ? path.slice(base.length) || "/" : path);

/** Links that the browser itself follows: to files, and in new tabs. */
export function completeLinks(): void {
  if (base === "") return;
  const complete = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest("a[href^='/']") : null;
    if (link) link.setAttribute("href", withBase(link.getAttribute("href")!));
  };
  for (const event of ["pointerdown", "focusin"]) document.addEventListener(event, complete, true);
}
