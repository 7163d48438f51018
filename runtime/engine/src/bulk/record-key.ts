/** The id of a record that comes from elsewhere: the same for the same key, so that references need no look-up. */
import { hash } from "node:crypto";
import { isId } from "@nonet/model";

/** A key that is a UUID stays; any other one is hashed, as UUID version 8. */
export function idOfKey(source: string, key: string): string {
  if (isId(key)) return key.toLowerCase();
  const digest = hash("sha256", `${source}\0${key}`);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

const remembered = 50_000;

/** The same for many keys of one source, of which some come again and again: references to the same records. */
export function idsOf(source: string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    let id = known.get(key);
    if (id === undefined) {
      if (known.size >= remembered) known.clear();
      known.set(key, (id = idOfKey(source, key)));
    }
    return id;
  };
}
