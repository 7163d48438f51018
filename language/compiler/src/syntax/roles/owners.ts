/** Point 6: the paths from a record to its owners, as an `Own:` line names them. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { nameList } from "../../text/name-list.ts";

/** `its applicant's or its organisation's delegates'`: `applicant` and `organisation's delegates`. `fields`: the folded names of the entity's fields. */
export function ownerPaths(words: TextSpan, fields: { readonly keys: () => Iterable<string>; readonly has: (name: string) => boolean }): readonly string[] {
  const isField = (text: string): boolean => fields.has(fold(text));
  const names = [...fields.keys()];
  return nameList(words, (text) => isField(plain(text))).map(({ text }) => {
    const path = plain(text.replace(/\.$/, ""));
    if (isField(path)) return path;
    const remark = /^(.+?)\s*\(([^()]+)\)$/.exec(path);
    const person = personField(remark ? remark[1]! : path, names);
    // A remark may repeat the field, and nothing else.
    if (remark) return person !== null && fold(person) === fold(remark[2]!) ? person : path;
    return person ?? turned(path);
  });
}

const plain = (text: string): string =>
  text
    .replaceAll("**", "")
    .replace(/^(?:to\s+(?=(?:its|their|the|that|those)\b))?(?:(?:its|their|the|that of|those of|of|by|both|either)\s+)*/i, "")
    .replace(/['’]s?$/, "")
    .trim();

/** The fields of a path, one after the other. */
export const ownerSteps = (path: string): readonly string[] => path.split(/\.|['’]s?\s+/);

/** `contacts of its company`: `company.contacts`. */
const turned = (path: string): string => {
  const found = /^([^.]+?)\s+of\s+(?:its|their|the)\s+(.+)$/i.exec(path);
  return found ? `${found[2]!.replace(/['’]s?$/, "")}.${found[1]!}` : path;
};

/** The field that holds the person whom the words describe: `whoever ordered it` for `ordered by`, `to whom it is assigned` for `assigned to`, `proposer` for `proposed by`. */
function personField(path: string, fields: readonly string[]): string | null {
  const doer = /^(?:whoever|who|(?:the )?(?:person|one|user) (?:who|that)) (?:has |had )?(\p{L}+) (?:it|them|this)$/iu.exec(path)?.[1];
  const receiver =
    /^(?:(?:to )?whom(?:ever)? (?:it|they) (?:is|are|was|were|has been) (\p{L}+)|(?:whoever|who|whom|(?:the )?(?:person|one|user)(?: whom| that| who)?) (?:it|they) (?:is|are|was|were|has been) (\p{L}+) to)$/iu.exec(
      path,
    );
  const wanted = (verb: string, by: string): string | undefined => fields.find((name) => name === fold(`${participleOf(verb)} ${by}`));
  const found = doer ? wanted(doer, "by") : receiver ? wanted(receiver[1] ?? receiver[2]!, "to") : fields.find((name) => isAgent(path, name));
  return found ?? (isCreator.test(path) ? "created by" : null);
}

/** `proposer` of `proposed by`, `requestor` of `requested by`. */
function isAgent(word: string, field: string): boolean {
  const stem = /^(\p{L}+?)e?d by$/u.exec(field)?.[1];
  return stem !== undefined && [`${stem}er`, `${stem}or`].includes(fold(word));
}

/** Past tenses that aren't the participle. */
const participleOfPast: Readonly<Record<string, string>> = {
  began: "begun",
  chose: "chosen",
  drew: "drawn",
  drove: "driven",
  gave: "given",
  saw: "seen",
  spoke: "spoken",
  stole: "stolen",
  took: "taken",
  undertook: "undertaken",
  withdrew: "withdrawn",
  wrote: "written",
};

const participleOf = (past: string): string => participleOfPast[past.toLowerCase()] ?? past;

/** `its creator's`, `whoever created it`: the person in `created by`. */
const isCreator = /^(?:creator|maker|originator|(?:whoever|who|the person who|the one who|person who) (?:has )?(?:created|made|entered|added|reported) (?:it|them))$/i;
