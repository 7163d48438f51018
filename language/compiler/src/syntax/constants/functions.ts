/** Reads point 9's functions, `net price(gross: money, rate: percent) = gross / (1 + rate)`, in a row or a bullet. */
import { functionForms } from "@nonet/forms";
import { type Block, type Bullet, codeOf, isCode, splitTop, type TextSpan, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { tryForm } from "../../text/form-line.ts";
import { slice, spacedWords } from "../../text/split.ts";
import { constantsIn, type RawConstant } from "./constant-rows.ts";
import { linesAmongProse } from "../prose-lines.ts";

export interface RawFunction {
  readonly name: TextSpan;
  readonly parameters: readonly { readonly name: TextSpan; readonly type: TextSpan | null }[];
  readonly body: TextSpan;
  readonly span: Span;
}

export function functionsIn(tree: Tree): RawFunction[] {
  const rows = constantsIn(tree).flatMap((raw) => functionRow(raw) ?? []);
  const point = tree.points[8];
  const blocks = point?.state === "written" ? [...point.blocks, ...point.sections.flatMap((s) => s.blocks)] : [];
  return [...rows, ...blocks.flatMap((block) => (block.kind === "bullet" ? (functionBullet(block) ?? []) : unreadFunctions(block)))];
}

/** The cell of the name contains the parameters, and the body if the cell of the value doesn't. */
export function functionRow(raw: RawConstant): RawFunction | null {
  return functionOf(raw.name, raw.value, raw.span);
}

/** `- net price(gross: money) = gross / 1.19`. */
export const functionBullet = (bullet: Bullet): RawFunction | null => functionOf(bullet.words, null, bullet.span);

const tests = { name: (text: string) => /^[^()=`]+$/.test(text), parameters: (text: string) => /^\([^()]*\)$/.test(text) };

/** Functions in paragraphs are reported there, but their names are declared all the same. */
const unreadFunctions = (block: Block): RawFunction[] =>
  linesAmongProse(block).flatMap((words) => (functionHeading(words) === null ? [] : (functionOf(words, null, words.span) ?? [])));

/** The name of the function that a line of prose would define. */
export function functionHeading(words: TextSpan): string | null {
  const found = /^`?\s*([\p{L}][\p{L}\d _-]*?)\s*\(([^()]*)\)\s*=\s*\S/u.exec(words.text);
  return found && found[2]!.trim() !== "" ? found[1]! : null;
}

function functionOf(words: TextSpan, value: TextSpan | null, span: Span): RawFunction | null {
  if (!words.text.includes("(")) return null;
  // Backticks around the whole, or around the name and its parameters, say nothing.
  const inner = isCode(words) && words.text.indexOf("`", 1) === words.text.length - 1 ? codeOf(words) : words;
  const line = tryForm(functionForms, { ...inner, text: inner.text.replace(/^`([^`]*\))`/, " $1 ") }, tests);
  const body = line?.slots["body"] ?? value;
  if (!line || !body) return null;
  const parameters = line.slots["parameters"]!;
  return { name: spacedWords(line.slots["name"]!), parameters: splitTop(slice(parameters, 1, parameters.text.length - 1), ",").map(parameterOf), body, span };
}

function parameterOf(words: TextSpan): RawFunction["parameters"][number] {
  const colon = words.text.indexOf(":");
  return colon < 0 ? { name: spacedWords(words), type: null } : { name: spacedWords(slice(words, 0, colon)), type: slice(words, colon + 1) };
}
