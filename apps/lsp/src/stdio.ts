/** Serves one editor over standard input and output. */
import type { Host } from "./session/host.ts";
import { serve } from "./server.ts";

/** Resolves when the editor ends the session. */
export async function serveStdio(host: Host): Promise<void> {
  const { createConnection, ProposedFeatures } = await import("vscode-languageserver/node");
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  return new Promise((resolve) => {
    connection.onExit(() => resolve());
    process.stdin.on("end", () => resolve());
    serve(connection, host);
  });
}
