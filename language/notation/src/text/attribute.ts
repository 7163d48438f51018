/** Reads bullets as attributes: `Label: value`, `**Label**: value`, `Number "Title": value`. */
import { fold } from "@nonet/feel";
import type { Block, Bullet, TextSpan } from "../tree/tree.ts";
import { findTop } from "./scan.ts";
import { after, slice, trim, unquote, unstarred } from "./text-span.ts";

export interface Attribute {
  /** The label without a quoted title, as written. */
  readonly name: TextSpan;
  /** `fold(name)`, for comparisons. */
  readonly key: string;
  /** The title in quotation marks in the label (`Number "Out now"`), without the marks; null if there is none. */
  readonly title: TextSpan | null;
  readonly value: TextSpan;
  readonly children: readonly Block[];
  readonly bullet: Bullet;
}

/** The bullet as an attribute; null if it has no label. */
export function attributeOf(bullet: Bullet): Attribute | null {
  if (bullet.label === null || bullet.value === null) return null;
  const quoted = /\s*("[^"]*"|“[^”]*”)$/.exec(bullet.label.text);
  const name = quoted ? unstarred(trim(slice(bullet.label, 0, quoted.index))) : bullet.label;
  const title = quoted ? unquote(after(bullet.label, quoted.index)) : null;
  return { name, key: fold(name.text), title, value: bullet.value, children: bullet.children, bullet };
}

/** Splits a bullet at the first colon that is followed by white space and outside quotation marks, backticks and brackets. */
export function labelled(words: TextSpan): { readonly label: TextSpan; readonly value: TextSpan } | null {
  const starred = /^(\*\*|__)([^*_`\n]+?):\s*\1/.exec(words.text);
  if (starred) {
    const mark = starred[1]!.length;
    return { label: trim(slice(words, mark, mark + starred[2]!.length)), value: after(words, starred[0].length) };
  }
  const colon = findTop(words.text, /:(?=\s|$)/);
  if (!colon || colon.index === 0) return null;
  const label = unstarred(trim(slice(words, 0, colon.index)));
  return { label: unstarred(label), value: after(words, colon.index + 1) };
}
