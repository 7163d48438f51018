/** The language server: `serveStdio` for editors that start a process, `serve` for a connection of any other kind. */
export type { ExampleOutcome, FileText, Host } from "./session/host.ts";
export type { ExampleReport } from "./run-example.ts";
export { serve } from "./server.ts";
export { serveStdio } from "./stdio.ts";
