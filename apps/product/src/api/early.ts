/** The responses that the page itself has asked for before its scripts had come: the session and the product. Each is taken once. */

declare global {
  var nonetEarly: Record<string, Promise<Response>> | undefined;
}

export function takeEarly(path: string): Promise<Response> | undefined {
  const early = globalThis.nonetEarly?.[path];
  if (early) delete globalThis.nonetEarly![path];
  return early;
}
