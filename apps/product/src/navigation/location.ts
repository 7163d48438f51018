/** The current address as React state, and navigation without reloading the page. */
import { useSyncExternalStore } from "react";
import { withBase, withoutBase } from "../addresses/base.ts";
import { hasUnsavedWork, leaveWork } from "./unsaved-work.ts";

const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((l) => l());
/** Where the page is; the browser has already changed its own address when it says that somebody went back. */
let here = typeof window === "undefined" ? "" : location.href;
const goneBack = (): void => {
  if (new URL(here).pathname !== location.pathname && hasUnsavedWork()) {
    // The page stays until the person agrees; the entry of the history that they wanted is then one step back.
    history.pushState(null, "", here);
    return leaveWork(() => history.back());
  }
  here = location.href;
  notifyListeners();
};
if (typeof window !== "undefined") window.addEventListener("popstate", goneBack);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePath = (): string => useSyncExternalStore(subscribe, () => withoutBase(location.pathname));
export const useQueryText = (): string => useSyncExternalStore(subscribe, () => location.search);
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);

interface NavigateOptions {
  readonly replace?: boolean;
  /** Values for the form at that address, by key. They stay with the entry of the browser's history, and out of the address. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** What an entry of the browser's history holds besides its address. */
interface Entry extends Pick<NavigateOptions, "given"> {
  /** The address of the page from which a person went there. */
  readonly from?: string;
}

const entry = (): Entry => (history.state as Entry | null) ?? {};

/** The values that came along with the current address. */
export const givenHere = (): Readonly<Record<string, unknown>> => entry().given ?? {};

/** The path of the page from which the person came here; null after a page was opened by its address. */
export const cameFrom = (): string | null => entry().from ?? null;

export function navigate(to: string, options: NavigateOptions = {}): void {
  if (options.replace || to.startsWith("?")) go(to, options);
  else leaveWork(() => go(to, options));
}

function go(to: string, options: NavigateOptions): void {
  // What only asks something else of the same page has the same way back.
  const from = options.replace || to.startsWith("?") ? cameFrom() : withoutBase(location.pathname);
  const state: Entry = { ...(options.given ? { given: options.given } : {}), ...(from === null ? {} : { from }) };
  if (options.replace) history.replaceState(state, "", withBase(to));
  else history.pushState(state, "", withBase(to));
  here = location.href;
  if (!options.replace && !to.startsWith("?")) window.scrollTo(0, 0);
  notifyListeners();
}

/** Click handler for links: plain clicks navigate inside the page. */
export const followLink = (to: string) => (event: React.MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  navigate(to);
};
