/** The language server: answers the protocol's requests from checked documents. It knows no machine, only its host. */
import type { Connection, InitializeParams, InitializeResult } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { completionAt } from "./features/completion.ts";
import { codeActionsAt, diagnosticsAt } from "./features/diagnostics.ts";
import { definition, highlights, hover, references, renamable, rename } from "./features/names.ts";
import { folding, formatting, lenses, outline, tokens, tokenTypes, workspaceSymbols } from "./features/structure.ts";
import type { Host } from "./session/host.ts";
import { runExample } from "./run-example.ts";
import { makeSpecifications, type Place } from "./session/specifications.ts";

/** Codes of the protocol: the request can't be done as it was sent. */
const requestFailed = -32803;

interface Client {
  pulls: boolean;
  canRefresh: boolean;
  keepsData: boolean;
}

export function serve(connection: Connection, host: Host = {}): void {
  const open = new Map<string, TextDocument>();
  const opened = new Map<string, TextDocument>();
  const specifications = makeSpecifications(host, { get: (uri) => open.get(uri), asOpened: (uri) => opened.get(uri), keys: () => [...open.keys()] });
  const client: Client = { pulls: false, canRefresh: false, keepsData: false };
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  connection.onInitialize((params) => {
    readClient(client, params);
    return capabilities(host);
  });
  connection.onDidOpenTextDocument(async ({ textDocument: { uri, version, text } }) => {
    const document = TextDocument.create(uri, "markdown", version, text);
    open.set(uri, document);
    opened.set(uri, document);
    await specifications.open(uri);
    changed(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const text = open.get(uri);
    if (!text) return;
    // A new object for each version: what was computed for the last one must not be taken for this one.
    open.set(uri, TextDocument.update(TextDocument.create(uri, "markdown", text.version, text.getText()), contentChanges, version));
    changed(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const others = specifications.openFilesWith(uri).filter((one) => one !== uri);
    open.delete(uri);
    opened.delete(uri);
    if (!client.pulls) void connection.sendDiagnostics({ uri, diagnostics: [] });
    void specifications.refresh(uri).then(() => others.forEach(changed));
  });
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    for (const { uri } of changes) await specifications.refresh(uri);
    for (const uri of open.keys()) changed(uri);
    if (client.pulls && client.canRefresh) void Promise.resolve(connection.languages.diagnostics.refresh()).catch(() => {});
  });

  /** Pushes the diagnostics of all open files of the specification: once, however many changes have come in meanwhile. */
  function changed(uri: string): void {
    if (client.pulls || waiting.has(uri)) return;
    waiting.set(
      uri,
      setTimeout(() => {
        waiting.delete(uri);
        for (const one of specifications.openFilesWith(uri)) {
          const place = specifications.of(one);
          void connection.sendDiagnostics({ uri: one, version: open.get(one)?.version, diagnostics: place ? diagnosticsAt(place) : [] });
        }
      }, 0),
    );
  }

  const at = <T>({ textDocument }: { readonly textDocument: { readonly uri: string } }, otherwise: T, answer: (place: Place) => T): T => {
    const place = specifications.of(textDocument.uri);
    return place ? answer(place) : otherwise;
  };
  connection.languages.diagnostics.on((params) => {
    const place = specifications.of(params.textDocument.uri);
    const resultId = place?.checked.version ?? "none";
    return params.previousResultId === resultId ? { kind: "unchanged", resultId } : { kind: "full", resultId, items: place ? diagnosticsAt(place) : [] };
  });
  connection.onCompletion((params) => at(params, null, (place) => completionAt(place, params.position)));
  connection.onHover((params) => at(params, null, (place) => hover(place, params.position)));
  connection.onDefinition((params) => at(params, [], (place) => definition(place, params.position)));
  connection.onReferences((params) => at(params, [], (place) => references(place, params.position, params.context.includeDeclaration)));
  connection.onDocumentHighlight((params) => at(params, [], (place) => highlights(place, params.position)));
  connection.onPrepareRename((params) => at(params, null, (place) => renamable(place, params.position)));
  connection.onRenameRequest(async (params) => {
    const result = at(params, "This file is no specification.", (place) => rename(place, params.position, params.newName, client.keepsData));
    if (typeof result !== "string") return result;
    const { ResponseError } = await import("vscode-languageserver");
    return new ResponseError(requestFailed, result);
  });
  connection.onCodeAction((params) => at(params, [], (place) => codeActionsAt(place, params)));
  connection.onDocumentSymbol((params) => at(params, [], outline));
  connection.onWorkspaceSymbol(({ query }) => specificationsOpen().flatMap((place) => workspaceSymbols(place, query)));
  connection.onFoldingRanges((params) => at(params, [], folding));
  connection.onDocumentFormatting((params) => at(params, [], formatting));
  connection.onCodeLens((params) => at(params, [], (place) => lenses(place, host.runExample !== undefined)));
  connection.languages.semanticTokens.on((params) => ({ data: at(params, [], tokens) }));
  connection.onExecuteCommand(({ command, arguments: given = [] }) => {
    const [uri, title] = given as [string, string];
    return command === "nonet.runExample" ? runExample(connection, host, specifications.of(uri), title) : null;
  });
  connection.listen();

  /** Each specification with an open file, once. */
  function specificationsOpen(): readonly Place[] {
    const found = new Map<object, Place>();
    for (const uri of open.keys()) {
      const place = specifications.of(uri);
      if (place && !found.has(place.checked)) found.set(place.checked, place);
    }
    return [...found.values()];
  }
}

function readClient(client: Client, { capabilities: can, initializationOptions }: InitializeParams): void {
  client.pulls = can.textDocument?.diagnostic !== undefined;
  client.canRefresh = can.workspace?.diagnostics?.refreshSupport === true;
  client.keepsData = (initializationOptions as { renameKeepsData?: unknown } | undefined)?.renameKeepsData === true;
}

const capabilities = (host: Host): InitializeResult => ({
  serverInfo: { name: "nonet" },
  capabilities: {
    positionEncoding: "utf-16",
    textDocumentSync: { openClose: true, change: 2 },
    diagnosticProvider: { identifier: "nonet", interFileDependencies: true, workspaceDiagnostics: false },
    completionProvider: { triggerCharacters: [".", "`", "|", ":", "[", '"', "{", ",", " "] },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    renameProvider: { prepareProvider: true },
    codeActionProvider: { codeActionKinds: ["quickfix", "source.fixAll.nonet"] },
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    documentFormattingProvider: true,
    codeLensProvider: {},
    semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
    ...(host.runExample ? { executeCommandProvider: { commands: ["nonet.runExample"] } } : {}),
  },
});
