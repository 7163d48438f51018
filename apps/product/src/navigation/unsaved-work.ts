/** What somebody has typed and not saved: leaving it behind is asked about first. */
import { t } from "../texts/texts.ts";

const held = new Set<symbol>();

/** Call with what a form holds as soon as something is typed; the function that it returns says that it is saved or gone. */
export function holdUnsavedWork(): () => void {
  const one = Symbol("form");
  held.add(one);
  return () => void held.delete(one);
}

/** True if nothing would be lost, or if the person agrees to lose it. */
export function mayLeaveWork(): boolean {
  if (held.size === 0) return true;
  if (!window.confirm(t("you-havent-saved-what-you-typed-leave"))) return false;
  held.clear();
  return true;
}

/** For a dialog's own ways out: Escape, its cross and a click beside it. */
export const unlessUnsaved = (close: () => void) => (): void => {
  if (mayLeaveWork()) close();
};

if (typeof window !== "undefined")
  window.addEventListener("beforeunload", (event) => {
    if (held.size > 0) event.preventDefault();
  });
