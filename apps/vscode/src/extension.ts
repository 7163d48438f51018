/** The extension on the desktop: the server is a process, the extension's own or one that the settings name. */
import { type ExtensionContext, workspace } from "vscode";
import { LanguageClient, type ServerOptions, TransportKind } from "vscode-languageclient/node";
import { clientOptions, startClient } from "./start-client.ts";

export function activate(context: ExtensionContext): Promise<void> {
  const [command, ...args] = workspace.isTrusted ? (workspace.getConfiguration("nonet").get<string[]>("server.command") ?? []) : [];
  const server: ServerOptions = command ? { command, args, transport: TransportKind.stdio } : { module: context.asAbsolutePath("dist/server.cjs"), transport: TransportKind.ipc };
  return startClient(context, new LanguageClient("nonet", "Nonet", server, clientOptions()));
}
