/** Which version's records are taken to be stored, where only the version that was opened is known. */
import type { Product } from "@nonet/model";
import type { CheckedDocument } from "../document/checked-document.ts";
import type { Thing } from "../names/thing.ts";

/**
 * The opened version. null if it is uncertain under which name the thing is stored: nothing was defined when the document
 * was opened, or the thing had a note of a former name then, which may or may not be the stored one.
 */
export function storedVersion(document: CheckedDocument, opened: CheckedDocument, { kind, name, entity }: Thing): Product | null {
  const stored = opened.compiled.unplaced.product;
  if (stored.entities.every(({ builtIn }) => builtIn)) return null;
  const now = document.compiled.unplaced.product.entities.find((one) => one.name === (entity ?? name));
  const before = now && versionOf(now, stored.entities);
  if (kind !== "field") return isCertain(now, before) ? stored : null;
  if (before === undefined && now?.was === null) return stored;
  const field = now?.fields.find((one) => one.name === name);
  return isCertain(field, field && versionOf(field, before?.fields ?? [])) ? stored : null;
}

interface Renamable {
  readonly name: string;
  readonly was: string | null;
}

const versionOf = <T extends Renamable>(one: T, others: readonly T[]): T | undefined => others.find(({ name }) => name === one.name) ?? others.find(({ name }) => name === one.was);

/** Whether the thing is new, or was opened without a note. */
const isCertain = (now: Renamable | undefined, before: Renamable | undefined): boolean => (before ? before.was === null : now !== undefined && now.was === null);
