/**
 * The specifications of the open files, each checked when something is asked of it.
 *
 * The files of a folder are one specification if at most one of them has a title (`# …`); otherwise each file is a
 * specification of its own. Text that is open in the editor counts instead of what is on disk.
 */
import { type CheckedDocument, type DocumentChecker, isSpecification, makeDocumentChecker } from "@nonet/services";
import type { Sources, Span } from "@nonet/source";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { FileText, Host } from "./host.ts";

export interface Checked {
  readonly document: CheckedDocument;
  /** By the index of the file. */
  readonly texts: readonly TextDocument[];
  /** Changes with every change of one of the files. */
  readonly version: string;
}

export interface Place {
  readonly checked: Checked;
  readonly file: number;
  readonly text: TextDocument;
  /** The specification as its files were when they were opened. */
  readonly asOpened: () => CheckedDocument;
}

/** The files that are open in the editor. */
export interface OpenFiles {
  get(uri: string): TextDocument | undefined;
  /** As it was when it was opened. */
  asOpened(uri: string): TextDocument | undefined;
  keys(): string[];
}

export interface Specifications {
  /** Reads the files beside an opened one. */
  open(uri: string): Promise<void>;
  /** Reads the folder of a file again, after something outside the editor has changed it. */
  refresh(uri: string): Promise<void>;
  /** The specification of an open file, checked as it is now; null for another Markdown file. */
  of(uri: string): Place | null;
  /** The open files of the same specification. */
  openFilesWith(uri: string): readonly string[];
}

interface Group {
  readonly checker: DocumentChecker;
  last: Checked | null;
  opened: Pick<Checked, "document" | "texts"> | null;
}

export function makeSpecifications(host: Host, open: OpenFiles): Specifications {
  const folders = new Map<string, ReadonlyMap<string, TextDocument>>();
  const groups = new Map<string, Group>();

  async function refresh(uri: string): Promise<void> {
    const folder = folderOf(uri);
    const files: readonly FileText[] = (await host.readFolder?.(folder).catch(() => [])) ?? [];
    folders.set(folder, new Map(files.map((file) => [file.uri, TextDocument.create(file.uri, "markdown", 0, file.text)])));
  }

  /** The files of the specification with this one, in name order. */
  function filesWith(uri: string): readonly TextDocument[] {
    const own = open.get(uri);
    if (!own) return [];
    const folder = folderOf(uri);
    const beside = new Map(folders.get(folder) ?? []);
    for (const other of open.keys()) if (folderOf(other) === folder) beside.set(other, open.get(other)!);
    const parts = [...beside.values()].filter((text) => text.uri !== uri && isSpecification(text.getText()));
    const titled = [own, ...parts].filter((text) => /^#\s/m.test(withoutFences(text.getText())));
    if (parts.length === 0 || titled.length > 1) return [own];
    return [own, ...parts].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  }

  function asOpened(group: Group, texts: readonly TextDocument[]): CheckedDocument {
    const before = texts.map((text) => open.asOpened(text.uri) ?? text);
    if (!group.opened || group.opened.texts.some((text, i) => text !== before[i])) group.opened = { document: makeDocumentChecker().check(sourcesOf(before)), texts: before };
    return group.opened.document;
  }

  return {
    async open(uri) {
      if (!folders.has(folderOf(uri))) await refresh(uri);
    },
    refresh,
    of(uri) {
      const texts = filesWith(uri);
      if (texts.length === 0 || !texts.some((text) => isSpecification(text.getText()))) return null;
      const key = texts.map((text) => text.uri).join("\n");
      const group = groups.get(key) ?? { checker: makeDocumentChecker(), last: null, opened: null };
      groups.set(key, group);
      const version = texts.map((text) => text.version).join(".");
      if (group.last?.version !== version || group.last.texts.some((text, i) => text !== texts[i])) {
        group.last = { document: group.checker.check(sourcesOf(texts)), texts, version };
      }
      const file = texts.findIndex((text) => text.uri === uri);
      return { checked: group.last, file, text: texts[file]!, asOpened: () => asOpened(group, texts) };
    },
    openFilesWith: (uri) =>
      filesWith(uri)
        .map((text) => text.uri)
        .filter((one) => open.get(one) !== undefined),
  };
}

export const folderOf = (uri: string): string => uri.slice(0, uri.lastIndexOf("/"));
const sourcesOf = (texts: readonly TextDocument[]): Sources => texts.map((text) => ({ name: nameOf(text.uri), text: text.getText() }));
const nameOf = (uri: string): string => decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
const withoutFences = (text: string): string => text.replace(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1/gm, "");

export const rangeOf = (text: TextDocument, span: Pick<Span, "from" | "to">) => ({ start: text.positionAt(span.from), end: text.positionAt(span.to) });

/** The place of a span, in whichever file it is. */
export function locationOf({ texts }: Checked, span: Span) {
  const text = texts[span.file] ?? texts[0]!;
  return { uri: text.uri, range: rangeOf(text, span) };
}

/** Edits by their files, in the form of the protocol. */
export function workspaceEdit(checked: Checked, edits: readonly { readonly span: Span; readonly text: string }[]) {
  const changes: Record<string, { range: ReturnType<typeof rangeOf>; newText: string }[]> = {};
  for (const { span, text } of edits) {
    const { uri, range } = locationOf(checked, span);
    (changes[uri] ??= []).push({ range, newText: text });
  }
  return { changes };
}
