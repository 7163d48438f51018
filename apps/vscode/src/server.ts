/**
 * The extension's own server on the desktop: the one of the browser, in a process of its own.
 *
 * A worker and a process that was forked exchange the same messages, so that the extension carries the server once.
 */
type Listener = (event: { readonly data: unknown }) => void;

const worker = {
  postMessage: (message: unknown): void => void process.send?.(message),
  addEventListener: (): void => {},
  set onmessage(listener: Listener) {
    process.on("message", (data) => listener({ data }));
  },
};

(globalThis as { self?: unknown }).self = worker;
process.on("disconnect", () => process.exit(0));
require("./server-web.js");

export {};
