/** Parses `another Batch`, `other Batches`: all records of the record's own entity except the record itself. */
import { knownNameAt, resolveName } from "../syntax/names.ts";
import { peek, type Reader, spanSince, within } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { listOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildName } from "../typing/name.ts";
import { buildBracket, itemFrame } from "../typing/path.ts";
import { stem, subject } from "./records-in-words.ts";

/** Consumed; undefined if something else is written. In a filter it could be other records than the element's, so it stays unknown there. */
export function parseOthers(r: Reader): Expression | undefined {
  if (r.dynamic || !/^(?:any|all|another|other)$/i.test(peek(r).text) || r.frames.some(({ kind }) => kind === "item")) return undefined;
  const ahead = /^(?:any|all)$/i.test(peek(r).text) ? 1 : 0;
  if (!/^(?:another|other)$/i.test(peek(r, ahead).text) || resolveName(r, fold(peek(r, ahead).text))) return undefined;
  const { from } = peek(r);
  const self = subject(r, from);
  const size = self?.type.kind === "record" ? nounOf(r, self.type, ahead + 1) : 0;
  if (!self || size === 0) return undefined;
  r.at += ahead + 1 + size;
  const place = spanSince(r, from);
  const all: Expression = { kind: "global", name: (self.type as Type & { kind: "record" }).name, type: listOf(self.type), nullable: false, span: place };
  const frame = itemFrame(r, all);
  const item: Expression = { kind: "variable", name: frame.variable, type: self.type, nullable: false, span: place };
  const differs = within(r, frame, () => buildComparison(r, "!=", item, { ...self, span: place }));
  return buildBracket(r, all, frame.variable, differs, place);
}

/** The number of tokens of the entity's name or its regular plural; 0 if there is neither. */
function nounOf(r: Reader, { name }: Type & { kind: "record" }, ahead: number): number {
  const isOwn = (folded: string): boolean => {
    const found = resolveName(r, folded);
    const type = found && buildName(r, folded, found, spanSince(r, peek(r).from), false).type;
    return (
      type !== undefined &&
      (type.kind === "list" ? type.of.kind === "record" && type.of.name === name : type.kind === "record" && type.name === name && stem(folded) === stem(fold(name)))
    );
  };
  const known = knownNameAt(r, isOwn, ahead);
  if (known) return known.tokens;
  const words = name.split(" ").length;
  const text = r.text.slice(peek(r, ahead).from, peek(r, ahead + words - 1).to);
  return stem(fold(text)) === stem(fold(name)) ? words : 0;
}
