/** A router of our own: the address bar as a value, links, and matching of the document's routes. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((l) => l());
if (typeof window !== "undefined") window.addEventListener("popstate", tell);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname);
export const useQueryText = (): string => useSyncExternalStore(subscribe, () => location.search);
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  if (!options.replace && !to.startsWith("?")) window.scrollTo(0, 0);
  tell();
}

/** Parameters of a route as the document writes it (`/loans/:number`) for a path, or null. */
export function matchRoute(route: string, path: string): Record<string, string> | null {
  const wanted = route.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(":")) parameters[part.slice(1)] = decodeURIComponent(given[i]!);
    else if (part !== given[i]) return null;
  }
  return parameters;
}

/** The best screen for a path: one without parameters goes before one with. */
export function findRoute<T extends { readonly route: string }>(screens: readonly T[], path: string): { screen: T; parameters: Record<string, string> } | null {
  const ordered = [...screens].sort((a, b) => Number(a.route.includes(":")) - Number(b.route.includes(":")));
  for (const screen of ordered) {
    const parameters = matchRoute(screen.route, path);
    if (parameters) return { screen, parameters };
  }
  return null;
}

/** Click handler for links: ordinary clicks stay in the page. */
export const followLink = (to: string) => (event: React.MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigate(to);
};
