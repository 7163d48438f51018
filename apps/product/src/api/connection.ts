/** Whether the server can be reached. Requests and the event stream report it; the banner shows it. */
import { useSyncExternalStore } from "react";

let gone = false;
const listeners = new Set<() => void>();

export function setServerUnreachable(now: boolean): void {
  if (gone === now) return;
  gone = now;
  for (const listener of listeners) listener();
}

let onEnded: () => void = () => undefined;
/** Registers the function that is called when any response says that nobody is signed in. */
export const onSessionEnd = (listener: () => void): void => {
  onEnded = listener;
};
export const reportSessionEnd = (): void => onEnded();

let confirmation: () => Promise<boolean> = () => Promise.resolve(false);
/** Registers the function that asks the user to confirm that they are there; it resolves to whether they did. */
export const onConfirmationRequired = (ask: () => Promise<boolean>): void => {
  confirmation = ask;
};
export const askConfirmation = (): Promise<boolean> => confirmation();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useServerUnreachable = (): boolean => useSyncExternalStore(subscribe, () => gone);
