/** The extension in the browser: the server is a worker. */
import { type ExtensionContext, Uri } from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { clientOptions, startClient } from "./start-client.ts";

export function activate(context: ExtensionContext): Promise<void> {
  const worker = new Worker(Uri.joinPath(context.extensionUri, "dist/server-web.js").toString(true));
  return startClient(context, new LanguageClient("nonet", "Nonet", worker, clientOptions()));
}
