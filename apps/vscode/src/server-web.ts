/** The extension's own server in the browser: a worker without files and processes. */
import { type FileText, serve } from "@nonet/lsp";
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";

const worker = self as unknown as Worker;
const connection = createConnection(new BrowserMessageReader(worker), new BrowserMessageWriter(worker));
serve(connection, { readFolder: (uri) => connection.sendRequest<FileText[]>("nonet/readFolder", uri) });
