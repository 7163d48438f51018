import type { FieldError } from "../contract/outcome.ts";
import { isId } from "../input/formats.ts";
import { problem } from "../refusals/refusal.ts";

export function cursor(text: string | undefined, errors: FieldError[]): (string | null)[] | null {
  if (!text) return null;
  try {
    const keys: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Array.isArray(keys) && keys.length > 1 && keys.length <= 20 && keys.every((k) => k === null || (typeof k === "string" && !k.includes("\0"))) && isId(keys.at(-1)))
      return keys;
  } catch {
    // Told below, like any other cursor that isn't ours.
  }
  errors.push(wrongCursor());
  return null;
}

export const wrongCursor = (): FieldError => problem("invalid-cursor", "The cursor isn't one of this list's; start again without after.", { field: "after" });
