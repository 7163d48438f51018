/** `Rehearsal[starts at > now()][1]`: which of several is the first isn't said. */
import type { Expression } from "@nonet/feel";
import type { Fix, Span } from "@nonet/source";

type Index = Expression & { readonly kind: "index" };

interface Unordered {
  readonly code: "first-without-order";
  readonly span: Span;
  readonly message: string;
  readonly hint: string;
  readonly fixes: readonly Fix[];
}

/** Only where the condition bounds one date or number of the records on one side, so that many can match and the nearest is meant. `textAt`: the text of a span. */
export function firstWithoutOrder({ of, index, span }: Index, textAt: (span: Span) => string): Unordered | null {
  if (of.kind !== "filter" || of.of.kind === "call" || index.kind !== "literal" || index.value !== "1") return null;
  const bounds = conjunctsOf(of.condition).filter((one) => !isOfChoice(one));
  const [bound] = bounds;
  const side = bounds.length === 1 && bound ? boundOf(bound, of.item) : null;
  const list = textAt(of.span);
  if (!side || !/\]\s*\[\s*1\s*\]$/.test(textAt(span))) return null;
  const sorted = `sort(${list}, function(a, b) a.${side.field} ${side.isLower ? "<" : ">"} b.${side.field})[1]`;
  return {
    code: "first-without-order",
    span,
    message: "Several records can match, and nothing says which of them is the first.",
    hint: `Write \`${sorted}\` for the one with the ${side.isLower ? "lowest" : "highest"} "${side.field}".`,
    fixes: [{ title: `Sort by ${side.field}`, edits: [{ span, text: sorted }] }],
  };
}

const conjunctsOf = (e: Expression): readonly Expression[] => (e.kind === "binary" && e.operator === "and" ? [...conjunctsOf(e.left), ...conjunctsOf(e.right)] : [e]);

/** A state or another choice, or a yes/no field: many records have the same. */
const isOfChoice = (e: Expression): boolean =>
  e.type.kind === "boolean" &&
  (e.kind === "path" ||
    (e.kind === "binary" && [e.left, e.right].some(({ type, kind }) => kind === "path" && (type.kind === "boolean" || (type.kind === "string" && type.choices !== undefined)))));

/** The field of the element that the comparison bounds. */
function boundOf(e: Expression, item: string): { readonly field: string; readonly isLower: boolean } | null {
  if (e.kind !== "binary" || !/^[<>]=?$/.test(e.operator)) return null;
  const isField = (side: Expression): side is Expression & { readonly kind: "path" } => side.kind === "path" && side.of.kind === "variable" && side.of.name === item;
  const [side, isLower] = isField(e.left) ? [e.left, e.operator.startsWith(">")] : [e.right, e.operator.startsWith("<")];
  return isField(side) ? { field: side.field, isLower } : null;
}
