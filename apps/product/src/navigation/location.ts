/** The current address as React state, and navigation without reloading the page. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((l) => l());
if (typeof window !== "undefined") window.addEventListener("popstate", notifyListeners);

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
  notifyListeners();
}

/** Click handler for links: plain clicks navigate inside the page. */
export const followLink = (to: string) => (event: React.MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigate(to);
};
