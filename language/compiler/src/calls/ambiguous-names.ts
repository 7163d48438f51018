/** Point 7: a bare name that is a field of the records and a field that the call takes. */
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
        if (new RegExp(`\\b(?:body|asked|path|query|item)\\.${name.replace(/[^\p{L}\p{N}]+/gu, "[\\W_]+")}\\b`, "iu").test(said)) return;
        reported.add(filter.span.from);
        ctx.report("ambiguous-name", e.span, `"${name}" is a field of the filtered records and a field that the call takes. In the filter it is the records' own.`, {
          hint: `Write \`item.${name}\` for the records' field and \`body.${name}\` for what was sent.`,
        });
      });
    });
}

/** In a received call, a bare name is the found record's. Where the call names its own input as `body.F` too, it clearly is. */
export function reportNamesOfRecord(ctx: PointCompiler, parts: object, takes: readonly CallParameter[], call: { readonly entity: string; readonly text: string }): void {
  const names = new Map(takes.map(({ field }) => [fold(field.name), field.name]));
  const reported = new Set<number>();
  for (const whole of expressionsIn(parts))
    walk(whole, (e) => {
      if (e.kind !== "path" || e.of.kind !== "variable" || e.of.name !== "this" || reported.has(e.span.from)) return;
      const name = names.get(fold(e.field));
      if (name === undefined || ctx.layout.text(e.span).includes(".") || namesInput(call.text, name)) return;
      reported.add(e.span.from);
      ctx.report("ambiguous-name", e.span, `"${name}" is a field of the ${call.entity} and a field that the call takes.`, {
        hint: `Write \`this.${name}\` for the ${call.entity}'s and \`body.${name}\` for what was sent.`,
        fixes: [`body.${name}`, `this.${name}`].map((text) => ({ title: `Write ${text}`, edits: [{ span: e.span, text }] })),
      });
    });
}

const namesInput = (text: string, name: string): boolean => new RegExp(`\\b(?:body|asked)\\.${name.replace(/[^\p{L}\p{N}]+/gu, "[\\W_]+")}\\b`, "iu").test(text);
