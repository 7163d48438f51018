/** Point 7: the attachments of a mail: files of the record or of the action's input, and screens as spreadsheets. */
import { type Expression, fold } from "@nonet/feel";
import { attachmentForms, type SlotTests } from "@nonet/forms";
import type { CallBody, Field } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { tryForm } from "../../resolve/read-by-form.ts";
import { after, bare, cut, isNothing, slice, split } from "../../text/split.ts";

type Attachments = Pick<Extract<CallBody, { kind: "email" }>, "attach" | "reports">;

/** `paper, photos`, also through references: `invoice.paper`; `asked.proof`; `report Monthly costs as xlsx`. */
export function readAttachments(ctx: PointCompiler, words: TextSpan, use: Use): Attachments {
  const attach: Expression[] = [];
  const reports: Attachments["reports"][number][] = [];
  for (const one of isNothing(words) ? [] : split(words, ",;/").flatMap((part) => (isField(ctx, part, use) ? [part] : joinedParts(part)))) {
    const report = isField(ctx, one, use) ? null : reportIn(ctx, one);
    if (report === "unknown" || (report === null && reportMade(ctx, one))) continue;
    if (report) reports.push(report);
    else attach.push(...fileIn(ctx, one, use));
  }
  return { attach, reports };
}

/** `paper and report Costs as xlsx`, `as well as the photos`. */
function joinedParts(part: TextSpan): TextSpan[] {
  const rest = after(part, /(?:and|as well as|plus)\s+/i) ?? part;
  const parts = cut(rest, /\s+(?:and|as well as|plus)\s+/i);
  return parts ? [parts.before, ...joinedParts(parts.after)] : [rest];
}

/** A field is meant before a screen of the same name, and a screen before the records of an entity: `Cards`. */
function isField(ctx: PointCompiler, words: TextSpan, use: Use): boolean {
  const expression = ctx.tryExpression(words, use);
  return expression !== null && (isFile(ctx, expression, use) || !ctx.declared.screens.has(fold(plain(words.text))));
}

function reportIn(ctx: PointCompiler, words: TextSpan): Attachments["reports"][number] | "unknown" | null {
  const tests: SlotTests = { screen: (text) => ctx.declared.screens.has(fold(plain(text))), format: (text) => formatOf(text) !== null };
  const line = tryForm(attachmentForms, words, tests);
  const screen = line && ctx.declared.screens.get(fold(plain(line.slots["screen"]!.text)));
  if (line && screen) return { screen: screen.name, format: line.slots["format"] ? formatOf(line.slots["format"].text)! : "xlsx" };
  const meant = /^(?:the )?(?:report|list|export(?: of)?|screen)\s+(.+?)(?:\s+as\s+\S+)?$/i.exec(words.text);
  if (!meant) return null;
  const names = [...ctx.declared.screens.values()].map(({ name }) => name);
  const other = names.some((name) => fold(name) === fold(plain(meant[1]!))) ? /\s+as\s+(?:an?\s+)?(\S+)$/i.exec(words.text) : null;
  if (other) {
    const format = slice(words, words.text.length - other[1]!.length);
    ctx.report("unknown-choice", format.span, `"${format.text}" is not a format for an attachment.`, {
      hint: "Choose one of: csv, xlsx.",
      fixes: [{ title: "Write xlsx", edits: [{ span: format.span, text: "xlsx" }] }],
    });
    return "unknown";
  }
  ctx.report("unknown-screen", words.span, `Point 2 has no screen "${meant[1]!}".${didYouMean(meant[1]!, names)}`);
  return "unknown";
}

/** `the invoice as PDF`: the product attaches what there is, and makes no documents. */
function reportMade(ctx: PointCompiler, words: TextSpan): boolean {
  const made =
    /^(?:the\s+|its\s+|an?\s+)?(.+?)\s+(?:as|in)\s+(?:an?\s+)?(?:pdf|word|docx?|html|document|letter|printout)(?:\s+(?:file|document|format))?$|^(?:an?\s+|the\s+)?pdf\s+(?:of|with)\s+(.+)$/i.exec(
      words.text,
    );
  if (!made) return false;
  ctx.report("not-a-file", words.span, `"${words.text}" can't be attached: the product makes no documents.`, {
    hint: "Attach a field of the type file, files, image or images, or a list or report of point 2: `report SCREEN as xlsx`. What a document would say can stand in Text, with `{expressions}`.",
  });
  return true;
}

const plain = (text: string): string => text.replace(/^["*`]+|["*`]+$/g, "");

function formatOf(text: string): "xlsx" | "csv" | null {
  const name = text.replace(/^\(?(?:an?\s+)?|\)?$/gi, "").toLowerCase();
  return name === "csv" ? "csv" : ["xlsx", "excel", "spreadsheet", "xls"].includes(name) ? "xlsx" : null;
}

function fileIn(ctx: PointCompiler, words: TextSpan, use: Use): readonly Expression[] {
  const expression = ctx.expression(words, use);
  if (expression.kind === "hole" || isFile(ctx, expression, use)) return [expression];
  const screens = [...ctx.declared.screens.values()].map(({ name }) => name);
  ctx.report("not-a-file", words.span, `"${bare(words).text}" is neither a field with files nor a screen.${didYouMean(bare(words).text, screens)}`, {
    hint: "Attach fields of the type file, files, image or images, or a list or report of point 2: `report SCREEN as xlsx`.",
  });
  return [];
}

function isFile(ctx: PointCompiler, expression: Expression, use: Use): boolean {
  if (expression.kind === "variable") return isFileField(use.asked?.find((field) => fold(field.name) === fold(expression.name)));
  if (expression.kind !== "path") return false;
  if (expression.of.kind === "variable" && expression.of.name === "asked") return isFileField(use.asked?.find((field) => fold(field.name) === fold(expression.field)));
  const of = expression.of.type.kind === "list" ? expression.of.type.of : expression.of.type;
  const field = of.kind === "record" ? ctx.drafts.get(fold(of.name))?.fields.get(fold(expression.field)) : undefined;
  return field?.type.kind === "file";
}

const isFileField = (field: Field | undefined): boolean => field?.type.kind === "file";
