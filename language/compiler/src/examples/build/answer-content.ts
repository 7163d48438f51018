/**
 * The content of a call's answer in an example: `with { id: "ch-1" }`, or by name and value, `with id "ch-1", paid
 * yes`. The names are the keys of the JSON; `charge.id "ch-1"` is a nested key.
 */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import { literal } from "../../context/placeholder.ts";
import { text as textOf } from "../../expressions/build.ts";
import { bare } from "../../text/split.ts";
import { namesField } from "./value-of-field.ts";
import { whatOf } from "../scope/example-name.ts";
import { mistake, type Story } from "../scope/example-scope.ts";
import { type Cursor, ended, isWord, nameAt, peek, wordsOf } from "../scope/tokens.ts";

/** Reads the rest of the step; null if it isn't understood, which is reported. */
export function readContent(story: Story, c: Cursor, names: readonly string[] = []): Expression | null {
  const whole = wordsOf(c, c.at, c.tokens.length);
  if (peek(c)!.kind !== "word") {
    c.at = c.tokens.length;
    return story.ctx.expression(whole, { what: whatOf(story) });
  }
  const content = new Branch();
  while (!ended(c)) {
    if (peek(c)!.kind === "comma" || isWord(c, /and/)) {
      c.at++;
      continue;
    }
    const to = itemEnd(c);
    const start = valueStart(c, to, names);
    const from = isWord(c, /=/, start - c.at) && start + 1 < to ? start + 1 : start;
    const name = wordsOf(c, c.at, isWord(c, /=/, from - 1 - c.at) ? from - 1 : from);
    const value = from < to ? valueOf(story, c, from, to) : null;
    if (value && isUnsent(story, c, name.text, { from, to })) return null;
    if (!value)
      return mistake(
        story,
        "unreadable-step",
        wordsOf(c, c.at, to).span,
        `"${wordsOf(c, c.at, to).text}" is not a name followed by a value.`,
        `Write \`with id "ch-1", paid yes\`, with texts in quotation marks, or \`with { id: "ch-1" }\`.`,
      );
    if (!content.put(name.text.split("."), value)) return mistake(story, "unreadable-step", name.span, `${name.text} appears twice.`);
    c.at = to;
  }
  return content.expression(whole.span);
}

function itemEnd(c: Cursor): number {
  const end = c.tokens.findIndex((t, i) => i > c.at && (t.kind === "comma" || (t.kind === "word" && /^and$/i.test(t.text))));
  return end < 0 ? c.tokens.length : end;
}

/** The longest value at the end that leaves a name before it: after one of the `names`, else a value of another kind than text, else the words after the first; `to` if there is none. */
function valueStart(c: Cursor, to: number, names: readonly string[]): number {
  const named = nameAt(c, names);
  if (named && c.at + named.length < to) return c.at + named.length;
  for (let from = c.at + 1; from < to; from++) {
    const only = from === to - 1 && c.tokens[from]!.kind !== "word";
    if (only || literal(bare(wordsOf(c, from, to)))) return from;
  }
  return c.tokens.slice(c.at, to).every((token) => token.kind === "word") ? Math.min(c.at + 1, to) : to;
}

function valueOf(story: Story, c: Cursor, from: number, to: number): Expression {
  const token = c.tokens[from]!;
  const words = wordsOf(c, from, to);
  if (token.kind === "quoted") return textOf(token.text, words.span);
  return token.kind === "word" ? (literal(bare(words)) ?? textOf(words.text, words.span)) : story.ctx.expression(words, { what: whatOf(story) });
}

/** `its bar code` isn't looked up, which is reported. */
function isUnsent(story: Story, c: Cursor, name: string, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const words = wordsOf(c, from, to);
  if (c.tokens[from]!.kind !== "word" || !namesField(story, words)) return false;
  const fix = { title: "Send these words as text", edits: [{ span: words.span, text: JSON.stringify(words.text) }] };
  mistake(
    story,
    "unreadable-step",
    words.span,
    `The content of a call is written as values: "${words.text}" would be sent as these words.`,
    `Write the value that it has in this example: \`${name} "A-1"\`.`,
    [fix],
  );
  return true;
}

/** Nested names, in order of appearance. */
class Branch {
  private readonly entries = new Map<string, Branch | Expression>();

  /** False if the name already has a value. */
  put([name = "", ...rest]: readonly string[], value: Expression): boolean {
    const there = this.entries.get(name);
    if (rest.length === 0) return there === undefined && this.entries.set(name, value) !== undefined;
    const within = there ?? new Branch();
    this.entries.set(name, within);
    return within instanceof Branch && within.put(rest, value);
  }

  expression(span: Span): Expression {
    const entries = [...this.entries].map(([name, value]) => ({ name, value: value instanceof Branch ? value.expression(span) : value }));
    const types = Object.fromEntries(entries.map(({ name, value }) => [name, value.type]));
    return { kind: "context", entries, type: { kind: "context", entries: types }, nullable: false, span };
  }
}
