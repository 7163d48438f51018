/**
 * What the server has painted gives way to what the front end draws in its place: the frame as soon as there is one that can be
 * used, the content when the screen has its first records.
 */
import { useEffect, useLayoutEffect } from "react";

/** Nobody looks at the painted content longer than this once there is a frame. */
const longestWait = 3_000;
/** Who reads it with the keyboard keeps their place for longer. */
const longestWaitOfFocus = 20_000;

const painted = (): HTMLElement | null => document.getElementById("first-paint");

export const isPainted = (): boolean => painted() !== null;

/** The address of the painted link that has the focus, so that the one that takes its place gets it. */
const focusedIn = (part: Element): string | null => (part.contains(document.activeElement) ? document.activeElement!.getAttribute("href") : null);

/** Without such a link, the content gets the focus rather than nothing. */
function focusOn(address: string | null, isLast = false): void {
  if (address === null) return;
  const link = document.querySelector<HTMLElement>(`#root a[href="${CSS.escape(address)}"]`);
  (link ?? (isLast ? document.getElementById("content") : null))?.focus({ preventScroll: true });
}

export function removePaint(): void {
  const paint = painted();
  if (!paint) return;
  const focused = focusedIn(paint);
  const carried = workIn(paint);
  paint.remove();
  focusOn(focused, true);
  carried?.();
}

declare global {
  /** The name of the button that was pressed while only the painted page was there. */
  var nonetPressed: string | undefined;
}

/** What a visitor has begun in the painted page goes on in the one that takes its place: text in the search, and a button that was pressed. */
function workIn(paint: Element): (() => void) | undefined {
  const input = paint.querySelector<HTMLInputElement>("input");
  const text = input?.value ?? "";
  const isTyping = input !== null && document.activeElement === input;
  const pressed = globalThis.nonetPressed;
  if (text === "" && !isTyping && pressed === undefined) return undefined;
  return () => {
    const search = document.querySelector<HTMLInputElement>("#root input[type=search]");
    if (search && isTyping) search.focus({ preventScroll: true });
    if (search && text !== "") {
      // React sees a change only past its own setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(search, text);
      search.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (pressed === undefined) return;
    globalThis.nonetPressed = undefined;
    const button = [...document.querySelectorAll<HTMLButtonElement>("#root button")].find((one) => (one.ariaLabel ?? one.textContent).trim() === pressed);
    button?.focus({ preventScroll: true });
    button?.click();
  };
}

/** Behind the frame that is there now, the painted content is only seen. */
function standBehind(): (() => void) | undefined {
  const paint = painted();
  if (!paint) return undefined;
  const focused = focusedIn(paint);
  paint.classList.add("fp-behind");
  focusOn(focused);
  // Who reads the content with the keyboard keeps their place until it is drawn.
  if (!paint.contains(document.activeElement)) {
    paint.inert = true;
    paint.ariaHidden = "true";
  }
  let timer = setTimeout(() => {
    if (!paint.contains(document.activeElement)) return removePaint();
    timer = setTimeout(removePaint, longestWaitOfFocus - longestWait);
    return undefined;
  }, longestWait);
  return () => clearTimeout(timer);
}

/** `isOffice`: what was painted for visitors has another frame. `path`: another screen isn't the one that was painted. */
export function useFrameInPlaceOfPaint(isOffice: boolean, path: string): void {
  useLayoutEffect(() => {
    // A website's page stays until the screen in its place is drawn.
    if (painted()?.classList.contains("site")) {
      if (isOffice) removePaint();
      const timer = setTimeout(removePaint, longestWait);
      return () => clearTimeout(timer);
    }
    if (isOffice) return standBehind();
    removePaint();
    return undefined;
  }, [isOffice]);
  useEffect(() => removePaint, [path]);
}

/** For a screen, which takes the place of what was painted in the frame in which it is drawn. */
export function useScreenInPlaceOfPaint(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) requestAnimationFrame(removePaint);
  }, [isDrawn]);
}
