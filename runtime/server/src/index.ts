export { startServer } from "./start-server.ts";
export type { Announcement, Bug, Server, ServerOptions } from "./server-options.ts";
