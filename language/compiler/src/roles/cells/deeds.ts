/** What people do, as a sentence says it: `reads`, `changes or deletes`, `does Approve on`. */
import { fold } from "@nonet/feel";
import type { Grant } from "@nonet/model";
import { verbs } from "./cell-entries.ts";

export type Deed = Grant["verb"];

const everything: readonly Deed[] = ["create", "read", "update", "delete", "history"];

/** The verbs and actions of a list; none if a piece of it is neither. */
export function deedsIn(text: string, actions: readonly string[]): readonly Deed[] {
  const whole = deedOf(text, actions);
  if (whole.length > 0) return whole;
  const pieces = text.split(/\s*(?:,|\/)\s*(?:(?:or|and|nor)\s+)?|\s+(?:or|and|nor)\s+/i).filter((piece) => piece !== "");
  const found = pieces.map((piece) => deedOf(piece, actions));
  return found.length > 1 && found.every((deeds) => deeds.length > 0) ? [...new Set(found.flat())] : [];
}

/** `do everything with`, `all on`, `access`. */
export const isEverything = (text: string): boolean =>
  /^(?:(?:do|does|done)\s+)?(?:any|every)thing\s+(?:with|to|on)$|^all\s+(?:rights\s+)?(?:on|to|with|for|over)$|^touch(?:es|ed)?$|^access(?:es|ed)?$/i.test(text.trim());

/** One verb in any of its forms, or an action by its name: `reads`, `read`, `does Approve on`. */
export function deedOf(text: string, actions: readonly string[]): readonly Deed[] {
  if (isEverything(text)) return [...everything, ...actions.map((action) => ({ action }))];
  const plain = fold(
    text
      .trim()
      .replace(/^(?:do|does|done|run|runs|perform|performs)\s+/i, "")
      .replace(/\s+(?:on|to|for|about)$/i, "")
      .replace(/^["`*]+|["`*]+$/g, ""),
  );
  const action = actions.find((name) => formsOf(fold(name)).includes(plain));
  if (action !== undefined) return [{ action }];
  const verb = Object.keys(verbs).find((name) => formsOf(name).includes(plain));
  return verb === undefined ? [] : [verbs[verb]!];
}

/** `hand out`, `hands out`; `delete`, `deletes`, `deleted`, `deleting`. */
function formsOf(name: string): readonly string[] {
  const [first = "", ...rest] = name.split(" ");
  const past = irregular[first] ?? (first.endsWith("e") ? `${first}d` : `${first}ed`);
  const spoken = /(?:s|x|z|ch|sh|o)$/.test(first) ? `${first}es` : /[^aeiou]y$/.test(first) ? `${first.slice(0, -1)}ies` : `${first}s`;
  const going = [`${/[^e]e$/.test(first) ? first.slice(0, -1) : first}ing`, `${first}${first.at(-1) ?? ""}ing`];
  return [first, spoken, `${first}s`, past, ...going].map((word) => [word, ...rest].join(" "));
}

const irregular: Readonly<Record<string, string>> = { read: "read", see: "seen", write: "written", make: "made" };
