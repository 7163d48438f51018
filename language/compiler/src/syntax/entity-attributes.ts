/** Tells an entity's attributes (`Shown as: …`) from its fields (`name: text`). */
import { fold } from "@nonet/feel";
import { nearest } from "@nonet/source";

const attributes = ["Shown as", "Unique", "Sort", "Locked while", "Deleting", "Plural", "History", "Was", "Initial records", "On create"] as const;

const keys: ReadonlySet<string> = new Set(attributes.map(fold));

/** The attribute's canonical key: `shown as`, `when deleted`, `on change`, …; null where the label is none. */
export function entityAttribute(label: string): string | null {
  const key = fold(label);
  if (keys.has(key)) return key;
  if (/^sort(ed)? by$/.test(key)) return "sort";
  if (/^when .+ is deleted$/.test(key)) return "when deleted";
  return /^on (change$|change of |entering |leaving )/.test(key) ? "event" : null;
}

/** Whether the bullet is an attribute: by its name, and where a field could be called so (`sort: integer`), by its capital. */
export const isEntityAttribute = (label: string, value: string): boolean =>
  entityAttribute(label) !== null && (/^[A-Z]/.test(label) || !/^(text|long text|number|integer|date|yes\/no|time|one of)\b/i.test(value));

/** The attribute that a capitalised label with no field's type probably meant. */
export const nearestEntityAttribute = (label: string): string | undefined => nearest(label, attributes);
