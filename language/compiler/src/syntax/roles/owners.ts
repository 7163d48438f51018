/** Point 6: the paths from a record to its owners, as an `Own:` line names them. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { nameList } from "../../text/name-list.ts";

/** `its applicant's or its organisation's delegates'`: `applicant` and `organisation's delegates`. */
export function ownerPaths(words: TextSpan, isField: (name: string) => boolean): readonly string[] {
  const plain = (text: string): string =>
    text
      .replaceAll("**", "")
      .replace(/^(?:(?:its|their|the|that of|those of|of|by|both|either)\s+)+/i, "")
      .replace(/['’]s?$/, "")
      .trim();
  const paths = nameList(words, (text) => isField(fold(plain(text)))).map((name) => plain(name.text.replace(/\.$/, "")));
  return paths.map((path) => (isCreator.test(path) && !isField(fold(path)) ? "created by" : path));
}

/** The fields of a path, one after the other. */
export const ownerSteps = (path: string): readonly string[] => path.split(/\.|['’]s?\s+/);

/** `its creator's`, `whoever created it`: the person in `created by`. */
const isCreator = /^(?:creator|maker|originator|(?:whoever|who|the person who|the one who|person who) (?:has )?(?:created|made|entered|added|reported) (?:it|them))$/i;
