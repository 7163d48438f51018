/** The cursor of a page: the sort keys of its last record as base64url; its id is the last key. */
import { isId } from "@nonet/model";
import type { FieldError } from "../../contract/outcome.ts";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";
import { say } from "@nonet/texts";

/** Before the cursor of a page whose records only resemble what is searched for: the next page continues with those. */
const similarMark = /^~/;
export const isSimilarCursor = (cursor: string | undefined): boolean => cursor !== undefined && similarMark.test(cursor);

export const writeCursor = (keys: readonly (string | null)[], isSimilar: boolean): string => `${isSimilar ? "~" : ""}${Buffer.from(JSON.stringify(keys)).toString("base64url")}`;

export function readCursor({ errors }: ListContext, cursor: string | undefined): readonly (string | null)[] | undefined {
  if (!cursor) return undefined;
  const keys = parsed(cursor.replace(similarMark, ""));
  if (Array.isArray(keys) && keys.length > 1 && keys.length <= 20 && keys.every(isKey) && isId(keys.at(-1))) return keys;
  errors.push(wrongCursor());
  return undefined;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return null;
  }
}

const isKey = (key: unknown): key is string | null => key === null || (typeof key === "string" && !key.includes("\0"));

export const wrongCursor = (): FieldError => problem("invalid-cursor", say("this-cursor-doesnt-belong-to-this-list"), { field: "after" });
