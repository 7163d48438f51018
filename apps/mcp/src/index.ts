/** Tools for assistants: the Model Context Protocol in front of the checker, and the guide that they read. */
export { guideSections, readGuide, type GuideSection } from "./guide.ts";
export type { ExampleReport, Host } from "./host.ts";
export { serveAssistants } from "./serve-assistants.ts";
