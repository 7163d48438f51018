/** Distinguishes an entity's attributes (`Shown as: …`) from its fields (`name: text`). */
import { fold } from "@nonet/feel";
import type { Block } from "@nonet/notation";
import { nearest } from "@nonet/source";

export const entityAttributes = ["Shown as", "Unique", "Sort", "Locked while", "Deleting", "Plural", "History", "Was", "Initial records", "On create", "Erasing"] as const;

const keys: ReadonlySet<string> = new Set(entityAttributes.map(fold));

/** The attribute's canonical key: `shown as`, `when deleted`, `event`, …; null if the label isn't an attribute. */
export function entityAttribute(label: string): string | null {
  const key = fold(label);
  if (keys.has(key)) return key;
  if (/^locked (?:when|once|if)$/.test(key)) return "locked while";
  if (/^sort(ed)? by$/.test(key)) return "sort";
  if (/^unique (?:together|in combination|as a pair|key)$/.test(key)) return "unique";
  if (/^(?:erasure|erase)$/.test(key)) return "erasing";
  if (/^when .+ is deleted$/.test(key)) return "when deleted";
  return /^on (change$|change of |entering |leaving )/.test(key) ? "event" : null;
}

/** Whether the bullet is an attribute: by its name and, if a field could have that name (`sort: integer`), by its capital letter. */
export const isEntityAttribute = (label: string, value: string): boolean =>
  entityAttribute(label) !== null && (/^[A-Z]/.test(label) || !/^(text|long text|number|integer|date|yes\/no|time|one of)\b/i.test(value));

/** The attribute nearest to a capitalized label whose value isn't a field type. */
export const nearestEntityAttribute = (label: string): string | undefined => nearest(label, entityAttributes);

/** Whether the block is prose. `Initial records:` before a table isn't. */
export const isProse = (block: Block): boolean => (block.kind === "paragraph" && !isInitial(block)) || block.kind === "other";

export const isInitial = (block: Block | undefined): boolean =>
  (block?.kind === "paragraph" || block?.kind === "bullet") && /^\W*(initial (records|data|values)|records at the start)\W*$/i.test(block.words.text);
