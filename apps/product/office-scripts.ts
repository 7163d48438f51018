/**
 * A Vite plugin: names in the page the files of lists and records, which nearly every page of a signed-in person needs. The
 * server has the browser load them with the first ones for people with a session, and the sign-in page while they type.
 */
import type { Plugin, Rolldown } from "vite";

export function officeScripts(chunk: string): Plugin {
  return {
    name: "office-scripts",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === "chunk");
        const own = chunks.find(({ name }) => name === chunk);
        if (!own) return [];
        const content = [...filesOf(own, chunks)].map((name) => `/${name}`).join(" ");
        return [{ tag: "meta", attrs: { name: "office-scripts", content }, injectTo: "head-prepend" as const }];
      },
    },
  };
}

/** The chunk, those that it imports, and their styles. */
function filesOf(chunk: Rolldown.OutputChunk, all: readonly Rolldown.OutputChunk[], found = new Set<string>()): ReadonlySet<string> {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const one of all) if (chunk.imports.includes(one.fileName)) filesOf(one, all, found);
  return found;
}
