/** A message that names fields of its record is told only where there is one: a call that finds nothing, or is over none, has none to name. */
import { fold } from "@nonet/feel";
import type { Call, ErrorEntry, Product, Statement } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { Workshop } from "../make-context.ts";
import { expressionsIn, walk } from "../walk.ts";

export function noMessageWithoutRecord(ctx: Workshop, product: Product): void {
  const raised = product.calls.flatMap((call) => raisedWithout(ctx, call).map((one) => ({ ...one, call: call.name })));
  if (raised.length === 0) return;
  const entries = new Map(product.errors.filter(readsRecord).map((entry) => [fold(entry.code), entry]));
  for (const { code, span, call } of raised) {
    const entry = entries.get(fold(code));
    if (entry)
      ctx.report("call-without-record", span, `The message of ${entry.code} names fields of a record, and where "${call}" tells it there is none.`, {
        hint: "Give this refusal a code of its own, or write the message without the record.",
      });
  }
}

function readsRecord({ message }: ErrorEntry): boolean {
  let found = false;
  for (const expression of expressionsIn(message)) walk(expression, (e) => void (found ||= e.kind === "variable" && e.name === "this"));
  return found;
}

/** The codes that a call refuses with while no record is at hand. */
function raisedWithout(ctx: Workshop, call: Call): readonly { readonly code: string; readonly span: Span }[] {
  const { does, schedule } = call;
  if (does.kind === "offered") return stops(does.then);
  if (does.kind === "statements") return schedule?.forEach ? [] : stops(does.then);
  if (does.kind !== "received") return [];
  const { code, then } = does.otherwise;
  return [...(does.finds ? [] : stops(does.then)), ...(code === null ? [] : [{ code, span: otherwiseAt(ctx, call) }]), ...stops(then)];
}

const stops = (statements: readonly Statement[]): { readonly code: string; readonly span: Span }[] =>
  statements.flatMap((s) => (s.kind === "stop" ? [{ code: s.code, span: s.source }] : s.kind === "for each" ? stops(s.body) : []));

/** Where a call says `Otherwise`: found by its name, since places may still be those of an earlier check. */
function otherwiseAt(ctx: Workshop, { name, source }: Call): Span {
  const section = ctx.tree.points[6]!.sections.find(({ title }) => fold(title.text.replace(/^["*`]+|["*`]+$/g, "")) === fold(name));
  for (const block of section?.blocks ?? []) if (block.kind === "bullet" && fold(block.label?.text ?? "") === "otherwise") return block.value?.span ?? block.span;
  return source;
}
