/** Point 7: a bare name in a filter that is a field of the element and a field that the call takes. */
import { fold } from "@nonet/feel";
import type { CallParameter } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import { expressionsIn, walk } from "../trees/walk.ts";

/** The element's field is read. Where the filter names the parameter as `body.F` too, the bare name clearly is the element's. */
export function reportAmbiguousNames(ctx: PointCompiler, parts: object, takes: readonly CallParameter[]): void {
  const names = new Map(takes.map(({ field }) => [fold(field.name), field.name]));
  const reported = new Set<number>();
  for (const whole of expressionsIn(parts))
    walk(whole, (filter) => {
      if (filter.kind !== "filter" || reported.has(filter.span.from)) return;
      const said = ctx.layout.text(filter.span);
      walk(filter.condition, (e) => {
        if (e.kind !== "path" || e.of.kind !== "variable" || e.of.name !== filter.item) return;
        const name = names.get(fold(e.field));
        if (name === undefined || reported.has(filter.span.from) || ctx.layout.text(e.span).includes(".")) return;
        if (new RegExp(`\\b(?:body|asked|path|query|item)\\.${name.replace(/[^\p{L}\p{N}]+/gu, "\\W+")}\\b`, "iu").test(said)) return;
        reported.add(filter.span.from);
        ctx.report("ambiguous-name", e.span, `"${name}" is a field of the filtered records and a field that the call takes. In the filter it is the records' own.`, {
          hint: `Write \`item.${name}\` for the records' field and \`body.${name}\` for what was sent.`,
        });
      });
    });
}
