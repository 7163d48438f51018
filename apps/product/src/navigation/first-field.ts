/** Where typing begins, and where it goes on, in a form. */
import { useCallback, useEffect, useRef, useState } from "react";

const fields = "input:not([type=hidden], [type=file], [disabled], [readonly]), textarea:not([disabled], [readonly]), select:not([disabled]), [contenteditable=true]";

/** For a form's `ref`. The attribute is for the dialog, which chooses the focus once more when it has opened. */
export function focusFirstField(form: HTMLElement | null): void {
  if (!form?.closest("[role=dialog]")) return;
  const first = form.querySelector<HTMLElement>(fields);
  first?.setAttribute("data-autofocus", "true");
  first?.focus();
}

/** Where the work goes on: in the first field that is wrong, or in the first one of a step that has just been opened. */
export type GoingOn = "wrong" | "step";

/** For a form: its `ref`, and what moves the focus once the form is drawn with its errors or its next step. */
export function useGoingOn(): { readonly ref: (form: HTMLFormElement | null) => void; readonly goOn: (at: GoingOn) => void } {
  const form = useRef<HTMLFormElement>(null);
  const [going, setGoing] = useState<{ readonly at: GoingOn } | null>(null);
  const ref = useCallback((shown: HTMLFormElement | null) => {
    form.current = shown;
    focusFirstField(shown);
  }, []);
  useEffect(() => {
    if (going?.at === "wrong") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    // On a touch screen a keyboard would cover the step before it is read.
    else if (going?.at === "step" && !matchMedia("(pointer: coarse)").matches) form.current?.querySelector<HTMLElement>(fields)?.focus();
  }, [going]);
  return { ref, goOn: (at) => setGoing({ at }) };
}
