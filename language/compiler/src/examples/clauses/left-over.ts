/**
 * What a clause says and its steps don't: texts in quotation marks, expressions in backticks, numbers and dates. Every
 * reading takes the words that it knows; this holds each reader to it, whichever form it is for.
 */
import { fold } from "@nonet/feel";
import type { Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { messageOf } from "./refusal-message.ts";
import { slice } from "../../text/split.ts";
import type { Story } from "../scope/example-scope.ts";
import { cursorOf, type Token } from "../scope/tokens.ts";

/** The first such word that no step has; null if all are used. */
export function leftOver(words: TextSpan, steps: readonly Step[], { lastActor, ctx }: Pick<Story, "lastActor" | "ctx">): TextSpan | null {
  const said = cursorOf(words).tokens.filter(mustBeUsed);
  if (said.length === 0) return null;
  const used = new Used();
  for (const { source: _, ...step } of steps) used.read(step);
  used.numbers.add(steps.length);
  // Who is warned is who acted last.
  if (steps.some((step) => step.kind === "refused" && step.warning)) used.read(lastActor?.name);
  for (const step of steps) if (step.kind === "refused" && step.code !== null) used.read(messageOf({ ctx }, step.code));
  const token = said.find((one) => !used.has(one, words.span));
  return token ? slice(words, token.from, token.to) : null;
}

const mustBeUsed = ({ kind, text }: Token): boolean => kind === "quoted" || kind === "code" || (kind === "word" && /^-?\d[\d.,:-]*$/.test(text));

class Used {
  readonly texts = new Set<string>();
  readonly numbers = new Set<number>();
  /** Where the values stand in the document. */
  readonly spans: TextSpan["span"][] = [];

  read(value: unknown): void {
    if (typeof value === "string") this.texts.add(fold(value));
    else if (typeof value === "number") this.numbers.add(value);
    else if (Array.isArray(value)) value.forEach((one) => this.read(one));
    else if (value !== null && typeof value === "object")
      for (const [key, inner] of Object.entries(value)) {
        if (key === "span") this.spans.push(inner as TextSpan["span"]);
        else if (key !== "type") this.read(inner);
      }
  }

  has({ text, from, to }: Token, { from: start, file }: TextSpan["span"]): boolean {
    const plain = fold(text.replace(/^`|`$/g, ""));
    if (this.texts.has(plain) || (/^\d+$/.test(text) && this.numbers.has(Number(text)))) return true;
    if (this.spans.some((span) => span.file === file && span.from <= start + to - 1 && span.to > start + from)) return true;
    return plain !== "" && [...this.texts].some((one) => one.includes(plain));
  }
}
