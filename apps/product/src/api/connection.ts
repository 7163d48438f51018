/** Whether the server answers: told by every request and by the stream of events, heard by the banner. */
import { useSyncExternalStore } from "react";

let gone = false;
const listeners = new Set<() => void>();

export function setServerUnreachable(now: boolean): void {
  if (gone === now) return;
  gone = now;
  for (const listener of listeners) listener();
}

let onEnded: () => void = () => undefined;
/** Called when the server answers that nobody is signed in, whatever was asked. */
export const onSessionEnd = (listener: () => void): void => {
  onEnded = listener;
};
export const reportSessionEnd = (): void => onEnded();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useServerUnreachable = (): boolean => useSyncExternalStore(subscribe, () => gone);
