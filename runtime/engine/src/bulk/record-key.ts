/** The id of a record that comes from elsewhere: the same for the same key, so that references need no look-up. */
import { createHash } from "node:crypto";
import { isId } from "@nonet/model";

/** A key that is a UUID stays; any other one is hashed, as UUID version 8. */
export function idOfKey(source: string, key: string): string {
  if (isId(key)) return key.toLowerCase();
  const hash = createHash("sha256").update(source).update("\0").update(key).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
