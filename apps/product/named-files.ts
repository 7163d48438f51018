/**
 * A Vite plugin: names in the page the files that some of its readers need with the first ones. The server has the browser load
 * them: the scripts of lists and records for people with a session, and the styles of the website for visitors.
 */
import type { Plugin, Rolldown } from "vite";

interface Chunks {
  /** The chunk that nearly every page of a signed-in person needs. The sign-in page loads it while they type, too. */
  readonly office: string;
  /** The chunk of what visitors see. */
  readonly site: string;
}

export function namedFiles({ office, site }: Chunks): Plugin {
  return {
    name: "named-files",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === "chunk");
        const filesNamed = (chunk: string): readonly string[] => {
          const own = chunks.find(({ name }) => name === chunk);
          return own ? [...filesOf(own, chunks)].map((file) => `/${file}`) : [];
        };
        const meta = (name: string, files: readonly string[]) =>
          files.length === 0 ? [] : [{ tag: "meta", attrs: { name, content: files.join(" ") }, injectTo: "head-prepend" as const }];
        const styles = filesNamed(site).filter((file) => file.endsWith(".css") && !html.includes(`"${file}"`));
        return [...meta("office-scripts", filesNamed(office)), ...meta("site-styles", styles)];
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
