/**
 * A Vite plugin: makes one script of each catalogue of `src/texts`, with its messages compiled, and lets the page load
 * the English one before its own script. The server names another one in the page where somebody reads another language.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

type Texts = Readonly<Record<string, string>>;

export function texts(folder: string): Plugin {
  const english = readTexts(folder, "en");
  const keys = Object.keys(english);
  let base = "";
  return {
    name: "texts",
    enforce: "pre",
    transform(code, id) {
      if (!/\/apps\/product\/src\/.*\.tsx?$/.test(id) || !code.includes('texts.ts"')) return null;
      const computed = /(?<![\w.$])t\((?!")[^\n]*/.exec(code);
      if (computed) throw new Error(`${basename(id)}: the key of a text is always a literal, not "${computed[0]}"`);
      return code.replace(/(?<![\w.$])t\("([a-z0-9-]+)"/g, (whole, key: string) => {
        const place = keys.indexOf(key);
        if (place < 0) throw new Error(`${basename(id)}: the catalogue has no text "${key}"`);
        return `t(${place} as never`;
      });
    },
    configResolved: (config) => void (base = config.base),
    generateBundle() {
      for (const [language, source] of scripts(folder, keys)) this.emitFile({ type: "asset", fileName: fileName(language, source), source });
    },
    transformIndexHtml: {
      order: "pre",
      handler: () => [{ tag: "script", attrs: { type: "module", src: `${base}${fileName("en", scriptOf(folder, keys, "en"))}`, "vite-ignore": true }, injectTo: "head" as const }],
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const language = /^\/assets\/texts-([\w-]+)-[0-9a-f]{10}\.js/.exec(request.url ?? "")?.[1];
        if (!language) return next();
        response.setHeader("content-type", "text/javascript");
        response.end(scriptOf(folder, keys, language));
      });
    },
  };
}

const readTexts = (folder: string, language: string): Texts => JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")) as Texts;

const languagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -5));

const scripts = (folder: string, keys: readonly string[]): [language: string, source: string][] =>
  languagesIn(folder).map((language) => [language, scriptOf(folder, keys, language)]);

/** What a catalogue lacks is English. */
function scriptOf(folder: string, keys: readonly string[], language: string): string {
  const all: Texts = { ...readTexts(folder, "en"), ...readTexts(folder, language) };
  const compiled = keys.map((key) => compileMessage(all[key]!)).map((message) => (message.length === 1 && typeof message[0] === "string" ? message[0] : message));
  return `globalThis.nonetTexts={language:${JSON.stringify(language)},messages:${JSON.stringify(compiled)}};\n`;
}

const fileName = (language: string, source: string): string => `assets/texts-${language}-${createHash("sha256").update(source).digest("hex").slice(0, 10)}.js`;
