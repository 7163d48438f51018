/** Questions that are answered with yes or no before something happens, and the one that is open. */
import { useSyncExternalStore } from "react";

export interface Question {
  readonly title: string;
  readonly text?: string;
  /** What the buttons say; the way back is "Cancel" by default. */
  readonly yes: string;
  readonly no?: string;
  /** For what can't be taken back. */
  readonly dangerous?: boolean;
}

interface OpenQuestion extends Question {
  answer(yes: boolean): void;
}

let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();
const show = (question: OpenQuestion | null): void => {
  open = question;
  for (const listener of listeners) listener();
};

/** False at once while another question is open, so that one press of Escape can't open a second. */
export function ask(question: Question): Promise<boolean> {
  if (open !== null) return Promise.resolve(false);
  return new Promise((resolve) =>
    show({
      ...question,
      answer: (yes) => {
        show(null);
        resolve(yes);
      },
    }),
  );
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useOpenQuestion = (): OpenQuestion | null => useSyncExternalStore(subscribe, () => open);
