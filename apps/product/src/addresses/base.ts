/**
 * Where the product's addresses begin: nowhere, or under `/-/preview`, where the studio shows a version that isn't live. Addresses
 * are written as the document writes them, and get their beginning where they leave the page.
 */
const preview = "/-/preview";

const isUnder = (path: string): boolean => path === preview || path.startsWith(`${preview}/`);

const base = typeof location !== "undefined" && isUnder(location.pathname) ? preview : "";

/** Where the API is, if point 1 has moved it; what is under `/api/-/` stays. */
const apiAddress = typeof document === "undefined" ? null : (document.querySelector('meta[name="api-address"]')?.getAttribute("content") ?? null);

/** The address as the browser has to ask for it. */
export const withBase = (address: string): string => underBase(apiAddress === null ? address : address.replace(/^\/api(?=\/(?!-\/))/, apiAddress));

const underBase = (address: string): string => (base !== "" && /^\/(?!\/)/.test(address) && !isUnder(address) ? base + address : address);

/** The address of a call that the document offers, which may be at `/api` where the API isn't. */
export const callAddress = (path: string): string => (apiAddress === null ? path : new URL(underBase(path), window.location.origin).href);

/** The path as the document knows it. */
export const withoutBase = (path: string): string => (base !== "" && isUnder(path) ? path.slice(base.length) || "/" : path);

/** Links that the browser itself follows: to files, and in new tabs. */
export function completeLinks(): void {
  if (base === "" && apiAddress === null) return;
  const complete = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest("a[href^='/']") : null;
    if (link) link.setAttribute("href", withBase(link.getAttribute("href")!));
  };
  for (const event of ["pointerdown", "focusin"]) document.addEventListener(event, complete, true);
}
