/** Point 7: the attachments of a mail, which are files of the record. */
import { type Expression, fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { isNothing, split } from "../text/split.ts";

/** `paper, photos`, also through references: `invoice.paper`. */
export function readAttachments(ctx: PointCompiler, words: TextSpan, use: Use): Expression[] {
  if (isNothing(words)) return [];
  return split(words, ",;/").flatMap((one) => {
    if (/^(?:the )?(?:report|list|export)\b/i.test(one.text)) {
      ctx.report("not-supported-yet", one.span, "Reports and lists can't be attached in this version.", { hint: "Attach fields of the type file, files, image or images." });
      return [];
    }
    const expression = ctx.expression(one, use);
    if (expression.kind === "hole" || holdsFiles(ctx, expression)) return [expression];
    ctx.report("not-a-file", one.span, `"${one.text}" is not a field with files.`);
    return [];
  });
}

function holdsFiles(ctx: PointCompiler, expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  const of = expression.of.type.kind === "list" ? expression.of.type.of : expression.of.type;
  const field = of.kind === "record" ? ctx.drafts.get(fold(of.name))?.fields.get(fold(expression.field)) : undefined;
  return field?.type.kind === "file";
}
