/** Moves the spans inside a value to their place in the sources. */
import type { Layout } from "@nonet/notation";
import type { Span } from "@nonet/source";

/** The value with each of its spans at its current place; the value itself if nothing has moved. */
export const placed = <T>(value: T, layout: Layout): T => (layout.moved ? withSpans(value, layout.at) : value);

/** The value with `move` applied to each of its spans. Types contain none. */
export function withSpans<T>(value: T, move: (span: Span) => Span): T {
  return moveIn(value, move) as T;
}

function moveIn(value: unknown, move: (span: Span) => Span): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => moveIn(one, move));
  if (isSpan(value)) return move(value);
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    copy[key] = typeof part === "object" && part !== null && key !== "type" && key !== "sources" ? moveIn(part, move) : part;
  }
  return copy;
}

const isSpan = (value: object): value is Span => "file" in value && "from" in value && "to" in value && typeof (value as Span).file === "number";
