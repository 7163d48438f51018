export { startServer } from "./start-server.ts";
export type { Announcement, Bug, Server, ServerOptions } from "./http/server-options.ts";
export { isLoopback } from "./http/own-address.ts";
