/** Puts spans where they stand in the sources, wherever they are in a value. */
import type { Layout } from "@nonet/notation";
import type { Span } from "@nonet/source";

/** The value with each span of it moved; what holds no span that moves is the same object. */
export function placed<T>(value: T, layout: Layout): T {
  return layout.moved ? (placeIn(value, layout) as T) : value;
}

function placeIn(value: unknown, layout: Layout): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => placeIn(one, layout));
  if (isSpan(value)) return layout.at(value);
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    copy[key] = typeof part === "object" && part !== null && key !== "type" && key !== "sources" ? placeIn(part, layout) : part;
  }
  return copy;
}

const isSpan = (value: object): value is Span => "file" in value && "from" in value && "to" in value && typeof (value as Span).file === "number";
