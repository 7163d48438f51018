/** Codes that are raised are listed in point 8, and codes that are listed are raised. */
import { fold } from "@nonet/feel";
import { builtInErrorCodes, type Product } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { builtInCodes } from "../../diagnostics/builtin-codes.ts";
import { firstUses } from "../../incremental/findings.ts";

export function checkCodes(ctx: PointCompiler, { errors }: Product): void {
  const usedCodes = firstUses(ctx.findings);
  const codes = ctx.declared.codes;
  const point = ctx.tree.points[7];
  const open = !point || point.state === "not shown" || point.state === "missing";
  const builtIn = new Set(builtInCodes.map(fold));
  for (const [key, span] of usedCodes) {
    if (codes.has(key) || builtIn.has(key)) continue;
    const written = ctx.layout.text(span);
    if (open) {
      ctx.affects("point 8", `error ${written}`, span);
      continue;
    }
    const near = nearest(key, codes.keys());
    const name = near === undefined ? undefined : codes.get(near)?.name;
    ctx.report(
      "unlisted-code",
      span,
      `Point 8 doesn't list ${written}.${name === undefined ? "" : ` Did you mean ${name}?`}`,
      name === undefined ? {} : { fixes: [{ title: `Write ${name}`, edits: [{ span, text: name }] }] },
    );
  }
  for (const [key, code] of codes) if (!usedCodes.has(key) && !raisedByProduct.has(key)) ctx.report("unused-code", code.span, `Nothing raises ${code.name}.`);
  for (const entry of errors)
    if (
      raisedByProduct.has(fold(entry.code)) &&
      !usedCodes.has(fold(entry.code)) &&
      fold(entry.code) !== "not unique" &&
      entry.message.some((part) => typeof part !== "string" && part.type.kind !== "open")
    )
      ctx.report("built-in-message", codes.get(fold(entry.code))?.span ?? entry.source, `The product itself raises ${entry.code} and has no values for its message.`, {
        hint: "Write the message without `{…}`.",
      });
}

const raisedByProduct: ReadonlySet<string> = new Set(builtInErrorCodes.map(fold));
