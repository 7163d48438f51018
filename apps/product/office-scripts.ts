/**
 * A Vite plugin: names in the page the scripts of lists and records, which nearly every page of a signed-in person needs. The
 * page's own script loads them with the first ones where somebody has signed in before, instead of after them.
 */
import type { Plugin } from "vite";

export function officeScripts(chunk: string): Plugin {
  return {
    name: "office-scripts",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const own = Object.values(bundle ?? {}).find((one) => one.type === "chunk" && one.name === chunk);
        if (own?.type !== "chunk") return [];
        const content = [own.fileName, ...own.imports].map((name) => `/${name}`).join(" ");
        return [{ tag: "meta", attrs: { name: "office-scripts", content }, injectTo: "head-prepend" as const }];
      },
    },
  };
}
