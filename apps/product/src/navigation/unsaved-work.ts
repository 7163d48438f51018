/** What somebody has typed and not saved: leaving it behind is asked about first. */
import { ask } from "../question/ask.ts";
import { t } from "../texts/texts.ts";

const held = new Set<symbol>();

/** Call with what a form holds as soon as something is typed; the function that it returns says that it is saved or gone. */
export function holdUnsavedWork(): () => void {
  const one = Symbol("form");
  held.add(one);
  return () => void held.delete(one);
}

export const hasUnsavedWork = (): boolean => held.size > 0;

/** Leaves at once if nothing would be lost, otherwise when the person agrees to lose it. */
export function leaveWork(leave: () => void): void {
  if (held.size === 0) return leave();
  const question = { title: t("leave-without-saving"), text: t("you-havent-saved-what-you-typed"), yes: t("leave"), no: t("keep-editing") };
  void ask(question).then((agreed) => {
    if (!agreed) return;
    held.clear();
    leave();
  });
}

/** For a dialog's own ways out: Escape, its cross and a click beside it. */
export const unlessUnsaved = (close: () => void) => (): void => leaveWork(close);

if (typeof window !== "undefined")
  // Closing the window is the browser's own, and so is its question.
  window.addEventListener("beforeunload", (event) => {
    if (held.size > 0) event.preventDefault();
  });
