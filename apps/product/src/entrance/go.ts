/** Where the page goes next. */
import { withBase, withoutBase } from "../addresses/base.ts";

export const here = (): string => withoutBase(location.pathname);

/** `unfinished`: the sign-in needs more, which the whole front end asks for here. */
export function enter(unfinished = false): void {
  if (here() === "/sign-in" && !unfinished) location.replace(withBase("/"));
  else location.reload();
}

/** The whole front end, with this in view. */
export function show(what: "register" | "forgotten" | "rehearsal"): void {
  location.assign(`${location.pathname}?show=${what}`);
}
