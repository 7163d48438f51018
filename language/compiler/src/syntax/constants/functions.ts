/** Reads point 9's functions, `net price(gross: money, rate: percent) = gross / (1 + rate)`, in a row or a bullet. */
import { type Block, type Bullet, splitTop, type TextSpan, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
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

const heading = /^`?\s*([^()=`]+?)\s*\(([^()]*)\)\s*(?:[=:]\s*(.*))?$/su;

/** Functions in paragraphs are reported there, but their names are declared all the same. */
const unreadFunctions = (block: Block): RawFunction[] =>
  linesAmongProse(block).flatMap((words) => (functionHeading(words) === null ? [] : (functionOf(words, null, words.span) ?? [])));

/** The name of the function that a line of prose would define. */
export function functionHeading(words: TextSpan): string | null {
  const found = /^`?\s*([\p{L}][\p{L}\d _-]*?)\s*\(([^()]*)\)\s*=\s*\S/u.exec(words.text);
  return found && found[2]!.trim() !== "" ? found[1]! : null;
}

function functionOf(words: TextSpan, value: TextSpan | null, span: Span): RawFunction | null {
  const found = heading.exec(words.text);
  if (!found || (value === null && found[3] === undefined)) return null;
  const open = words.text.indexOf("(");
  const close = words.text.indexOf(")", open);
  const from = words.text.indexOf(found[1]!);
  const after = words.text.slice(close + 1).search(/[=:]/);
  const rest = after < 0 ? null : slice(words, close + 2 + after, words.text.startsWith("`") && words.text.endsWith("`") ? words.text.length - 1 : words.text.length);
  const body = rest && rest.text !== "" ? rest : value;
  if (!body) return null;
  return { name: spacedWords(slice(words, from, from + found[1]!.length)), parameters: splitTop(slice(words, open + 1, close), ",").map(parameterOf), body, span };
}

function parameterOf(words: TextSpan): RawFunction["parameters"][number] {
  const colon = words.text.indexOf(":");
  return colon < 0 ? { name: spacedWords(words), type: null } : { name: spacedWords(slice(words, 0, colon)), type: slice(words, colon + 1) };
}
