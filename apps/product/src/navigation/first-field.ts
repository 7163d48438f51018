/** Where typing begins in a form that a dialog opens. */

const fields = "input:not([type=hidden], [type=file], [disabled], [readonly]), textarea:not([disabled], [readonly]), select:not([disabled]), [contenteditable=true]";

/** For a form's `ref`. The attribute is for the dialog, which chooses the focus once more when it has opened. */
export function focusFirstField(form: HTMLElement | null): void {
  if (!form?.closest("[role=dialog]")) return;
  const first = form.querySelector<HTMLElement>(fields);
  first?.setAttribute("data-autofocus", "true");
  first?.focus();
}
