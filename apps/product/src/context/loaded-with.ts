/** A component whose module is loaded when it is first shown, or before: then it is drawn at once, without anything in its place. */
import { type ComponentType, createElement, type FunctionComponent, use } from "react";

export interface Loadable<P> extends FunctionComponent<P> {
  load(): Promise<unknown>;
}

export function loadedWith<P extends object>(load: () => Promise<ComponentType<P>>): Loadable<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  const begin = (): Promise<ComponentType<P>> => {
    if (!loading) {
      const promise: Promise<ComponentType<P>> = load();
      // React's `use` reads these without waiting. A failure is thrown where the component is shown.
      promise.then(
        (value) => Object.assign(promise, { status: "fulfilled", value }),
        () => undefined,
      );
      loading = promise;
    }
    return loading;
  };
  return Object.assign((props: P) => createElement(use(begin()), props), { load: begin });
}
