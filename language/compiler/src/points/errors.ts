/** Point 8: the error catalogue. */
import { fold } from "@nonet/feel";
import { codeOf, columnsOf, isNone, isNotShown, type Table, type Words } from "@nonet/notation";
import type { ErrorEntry, Template } from "@nonet/model";
import type { Context } from "../context.ts";
import { entitiesRefusedWith } from "./refused-with.ts";
import { errorBlocks, errorColumns, errorsIn, type RawError } from "./error-rows.ts";
import { noteOpen } from "./report-nearest.ts";
import { judgeColumns } from "./judge-columns.ts";

export function compileErrors(context: Context): ErrorEntry[] {
  for (const block of errorBlocks(context.tree)) if (block.kind === "table") judgeTable(context, block);
  const seen = new Set<string>();
  return errorsIn(context.tree).flatMap((raw) => {
    const entry = compileEntry(context, raw, seen);
    return entry ? [entry] : [];
  });
}

function judgeTable(context: Context, table: Table): void {
  judgeColumns(context, table, columnsOf(table, errorColumns), errorColumns, ["Code", "Status", "Message"]);
}

function compileEntry(context: Context, raw: RawError, seen: Set<string>): ErrorEntry | null {
  const { code, isCode } = codeIn(raw);
  if (code.text === "") return missing(context, raw, "Code");
  context.enforced(raw.span);
  if (!isCode) {
    const text =
      code.text
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, "_")
        .replace(/^[\d_]+|_+$/g, "") || "CODE";
    context.report("bad-code", code.span, `"${code.text}" can't be a code.`, { fixes: [{ title: `Write "${text}"`, edits: [{ span: code.span, text }] }] });
    return null;
  }
  if (seen.has(fold(code.text))) {
    context.report("duplicate-code", code.span, `The code ${code.text} stands here a second time.`);
    return null;
  }
  seen.add(fold(code.text));
  const entities = raw.message?.text.includes("{") ? entitiesRefusedWith(context, code.text) : [];
  return context.unit("error", raw.code, [raw.status, raw.message, raw.when, raw.help, ...entities], () => ({
    code: code.text,
    status: statusOf(context, code.text, raw),
    message: messageOf(context, code.text, raw, entities),
    when: plainCell(context, `When of ${code.text}`, raw.when),
    help: plainCell(context, `Help of ${code.text}`, raw.help),
    source: raw.span,
  }));
}

interface Code {
  readonly code: Words;
  readonly isCode: boolean;
}

/** By the cell. */
const codes = new WeakMap<Words, Code>();

function codeIn(raw: RawError): Code {
  const known = codes.get(raw.code);
  if (known) return known;
  const code = codeOf(raw.code);
  const made = { code, isCode: /^[A-Za-z][A-Za-z0-9_.-]*$/.test(code.text) };
  codes.set(raw.code, made);
  return made;
}

function missing(context: Context, raw: RawError, column: string): null {
  context.report("missing-cell", raw.span, `The entry has no ${column}.`);
  return null;
}

/** 422 stands in where the status is missing, unreadable or not shown: the diagnostic or the open point says so. */
function statusOf(context: Context, code: string, raw: RawError): number {
  const { status } = raw;
  if (!status) return 422;
  if (isNotShown(status)) noteOpen(context, `Status of ${code}`, status);
  else if (status.text === "") missing(context, raw, "Status");
  else if (/^[45]\d\d$/.test(status.text)) return Number(status.text);
  else context.report("bad-status", status.span, `"${status.text}" is no status of a refusal: they go from 400 to 599.`);
  return 422;
}

/** Read over each entity whose refusals have the code, so that it holds for all of them. */
function messageOf(context: Context, code: string, raw: RawError, entities: readonly string[]): Template {
  if (!raw.message) return [];
  if (raw.message.text === "") {
    missing(context, raw, "Message");
    return [];
  }
  const what = `Message of ${code}`;
  const variables = /\{[^}]*\basked\b/.test(raw.message.text) ? { asked: { kind: "any" as const } } : undefined;
  const templates = (entities.length === 0 ? [undefined] : entities).map((self) => context.template(raw.message!, { what, self, variables }));
  return templates[0]!;
}

function plainCell(context: Context, what: string, words: Words | null): string | null {
  if (!words || words.text === "" || isNone(words)) return null;
  if (!isNotShown(words)) return words.text;
  noteOpen(context, what, words);
  return null;
}
