/** A message that reads fields of a record needs a record where its code is raised: a call that finds nothing has none. */
import { fold } from "@nonet/feel";
import { type Call, type ErrorEntry, isNesting, type Product, type Statement } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { expressionsIn, walk } from "../../trees/walk.ts";
import { callAttributeAt } from "../../syntax/call-sections.ts";

export function noMessageWithoutRecord(ctx: PointCompiler, product: Product): void {
  const raised = product.calls.flatMap((call) => raisedWithout(ctx, product, call).map((one) => ({ ...one, call: call.name })));
  if (raised.length === 0) return;
  const entries = new Map(product.errors.filter(readsRecord).map((entry) => [fold(entry.code), entry]));
  for (const { code, span, call } of raised) {
    const entry = entries.get(fold(code));
    if (entry)
      ctx.report("call-without-record", span, `The message of ${entry.code} reads fields of a record, but "${call}" raises it without a record.`, {
        hint: "Use another code here, or write the message without the record.",
      });
  }
}

function readsRecord({ message }: ErrorEntry): boolean {
  let found = false;
  for (const expression of expressionsIn(message)) walk(expression, (e) => void (found ||= e.kind === "variable" && e.name === "this"));
  return found;
}

/** The codes that a call raises without a record. */
function raisedWithout(ctx: PointCompiler, product: Product, call: Call): readonly Raised[] {
  const { does, schedule } = call;
  const stops = (then: readonly Statement[]): readonly Raised[] => raisedBy(product, then);
  if (does.kind === "offered") return stops(does.then);
  if (does.kind === "statements") return schedule?.forEach ? [] : stops(does.then);
  if (does.kind !== "received") return [];
  const { code, then } = does.otherwise;
  return [...(does.finds ? [] : stops(does.then)), ...(code === null ? [] : [{ code, span: callAttributeAt(ctx.tree, call.name, "otherwise") ?? call.source }]), ...stops(then)];
}

interface Raised {
  readonly code: string;
  readonly span: Span;
}

/** `stop with` raises a code, and so does a call with `First: yes`. */
function raisedBy(product: Product, statements: readonly Statement[], within: readonly string[] = []): readonly Raised[] {
  return statements.flatMap((s): readonly Raised[] => {
    if (s.kind === "stop") return [{ code: s.code, span: s.source }];
    if (isNesting(s)) return raisedBy(product, s.body, within);
    if (s.kind !== "send" || within.includes(s.call)) return [];
    const does = product.calls.find(({ name }) => name === s.call)?.does;
    if (does?.kind !== "http" || !does.first) return [];
    return [
      ...(does.otherwise.code === null ? [] : [{ code: does.otherwise.code, span: s.source }]),
      ...raisedBy(product, [...does.then, ...does.otherwise.then], [...within, s.call]),
    ];
  });
}
