/** One tool: its definition, and what it answers. */
import { type CheckedDocument, makeDocumentChecker } from "@nonet/services";
import { lineMap } from "@nonet/source";
import type { Host } from "./host.ts";

export interface ToolInput {
  readonly text?: string;
  readonly file?: string;
  readonly page?: number;
  readonly [name: string]: unknown;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the properties; the ones that every tool on a document has are added. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Whether it works on a document. */
  readonly onDocument: boolean;
  /** The answer, or a problem that says what to send instead. */
  readonly answer: (input: ToolInput, host: Host) => Promise<string | { readonly problem: string }>;
}

/** The document that `text` holds or `file` names. */
export async function documentOf({ text, file }: ToolInput, host: Host): Promise<{ readonly document: CheckedDocument } | { readonly problem: string }> {
  if (text !== undefined) return { document: checked(text) };
  if (file === undefined) return { problem: "Send `text`, the whole specification, or `file`, the path of a Markdown file in the working folder." };
  const read = await host.readFile(file);
  return "problem" in read ? read : { document: checked(read.text) };
}

export const checked = (text: string): CheckedDocument => makeDocumentChecker().check([{ name: "specification.md", text }]);

/** `12: ` before a text that stands on line 12. */
export function linesOf(document: CheckedDocument): (offset: number) => number {
  const map = lineMap(document.sources[0]!.text);
  return (offset) => map(offset).line;
}

/** The errors in words, or null; for tools that need a document without errors. */
export function errorsIn(document: CheckedDocument): string | null {
  const errors = document.compiled.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  const line = linesOf(document);
  const shown = errors.slice(0, 10).map(({ span, message }) => `line ${line(span.from)}: ${message}`);
  return [`The document has ${errors.length} ${errors.length === 1 ? "error" : "errors"}. Fix them first (nonet_check offers fixes):`, ...shown].join("\n");
}
