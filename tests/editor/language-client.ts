/** Speaks the language server protocol with a real `nonet lsp`. */
import { spawn } from "node:child_process";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { join } from "node:path";
import { root } from "../nonet-process.ts";

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface TextEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

export interface LspDiagnostic {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly severity: number;
  readonly code: string;
  readonly message: string;
}

export interface LanguageClient {
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The last pushed diagnostics of a file. */
  pushed(uri: string): Promise<readonly LspDiagnostic[]>;
  open(uri: string, text: string): Promise<void>;
  change(uri: string, version: number, changes: readonly { readonly range?: TextEdit["range"]; readonly text: string }[]): Promise<void>;
  ask<T>(method: string, params: unknown): Promise<T>;
  tell(method: string, params: unknown): Promise<void>;
  /** Ends the session as an editor does; gives the exit code. */
  stop(): Promise<number | null>;
  /** Everything that was said on standard error. */
  readonly errors: () => string;
}

export async function startLanguageServer({ pulls = true, options = {} }: { readonly pulls?: boolean; readonly options?: object } = {}): Promise<LanguageClient> {
  const child = spawn(process.execPath, [join(root, "apps/cli/bin/nonet.mjs"), "lsp", "--stdio"], { cwd: root });
  let errors = "";
  child.on("exit", (code, signal) => (errors += code === 0 ? "" : `ended with ${code ?? signal}`));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text.replace(/^Building .*\n/gm, "")));
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const last = new Map<string, readonly LspDiagnostic[]>();
  const waiting: (() => void)[] = [];
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }: { uri: string; diagnostics: LspDiagnostic[] }) => {
    last.set(uri, diagnostics);
    for (const done of waiting.splice(0)) done();
  });
  connection.listen();
  const { capabilities } = await connection.sendRequest<{ capabilities: Record<string, unknown> }>("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument: { ...(pulls ? { diagnostic: {} } : {}), publishDiagnostics: {}, rename: { prepareSupport: true } } },
    initializationOptions: options,
  });
  await connection.sendNotification("initialized", {});
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    capabilities,
    errors: () => errors,
    async pushed(uri) {
      while (!last.has(uri)) await new Promise<void>((resolve) => waiting.push(resolve));
      const found = last.get(uri)!;
      last.delete(uri);
      return found;
    },
    open: (uri, text) => connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "markdown", version: 1, text } }),
    change: (uri, version, contentChanges) => connection.sendNotification("textDocument/didChange", { textDocument: { uri, version }, contentChanges }),
    ask: (method, params) => connection.sendRequest(method, params),
    tell: (method, params) => connection.sendNotification(method, params),
    async stop() {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      return closed;
    },
  };
}

/** The position of the first occurrence of a text with a caret (`Lo‸an`) where the cursor is. */
export function cursorIn(text: string, marked: string): Position {
  const caret = marked.indexOf("‸");
  const at = text.indexOf(marked.slice(0, caret) + marked.slice(caret + 1));
  if (at < 0) throw new Error(`The document has no "${marked}".`);
  return positionAt(text, at + caret);
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - (before.lastIndexOf("\n") + 1) };
}

/** The text with the edits applied, as an editor does it. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split("\n");
  const offset = ({ line, character }: Position): number => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce((now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)), text);
}
