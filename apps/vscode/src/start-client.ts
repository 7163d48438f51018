/** What the desktop and the browser have in common: the options of the client, and what the server asks of it. */
import { commands, type ExtensionContext, Location, Position, Range, Uri, workspace } from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";

interface PlainPosition {
  readonly line: number;
  readonly character: number;
}

interface PlainLocation {
  readonly uri: string;
  readonly range: { readonly start: PlainPosition; readonly end: PlainPosition };
}

export const clientOptions = (): LanguageClientOptions => ({
  documentSelector: [{ language: "markdown" }],
  initializationOptions: { renameKeepsData: workspace.getConfiguration("nonet").get<boolean>("rename.keepData") === true },
  synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.md") },
});

/** Starts the client and its commands; both end with the extension. */
export async function startClient(context: ExtensionContext, client: BaseLanguageClient): Promise<void> {
  client.onRequest("nonet/readFolder", readFolder);
  context.subscriptions.push(
    client,
    commands.registerCommand("nonet.restart", async () => {
      await client.stop();
      await client.start();
    }),
    commands.registerCommand("nonet.showReferences", (uri: string, at: PlainPosition, places: readonly PlainLocation[]) =>
      commands.executeCommand("editor.action.showReferences", Uri.parse(uri), positionOf(at), places.map(locationOf)),
    ),
  );
  await client.start();
}

const positionOf = ({ line, character }: PlainPosition): Position => new Position(line, character);
const locationOf = ({ uri, range }: PlainLocation): Location => new Location(Uri.parse(uri), new Range(positionOf(range.start), positionOf(range.end)));

/** The Markdown files of a folder, wherever the editor keeps it. */
async function readFolder(folder: string): Promise<{ uri: string; text: string }[]> {
  const at = Uri.parse(folder);
  const entries = await workspace.fs.readDirectory(at);
  const names = entries.map(([name]) => name).filter((name) => name.toLowerCase().endsWith(".md") && !name.startsWith("."));
  const decoder = new TextDecoder();
  return Promise.all(names.map(async (name) => ({ uri: Uri.joinPath(at, name).toString(), text: decoder.decode(await workspace.fs.readFile(Uri.joinPath(at, name))) })));
}
