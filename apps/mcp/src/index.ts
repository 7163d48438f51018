/** Tools for assistants: the Model Context Protocol in front of the checker, and the guide that they read. */
export { guideSections, type GuideSection } from "./contract/guide.ts";
export type { ExampleReport, Host } from "./contract/host.ts";
export { serveAssistants } from "./serve-assistants.ts";
