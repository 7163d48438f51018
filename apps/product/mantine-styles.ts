/**
 * A Vite plugin: the stylesheet `virtual:mantine-styles.css` has the styles of the Mantine components that the front end
 * uses, and of those that these are made of, in the order of Mantine's own stylesheet. The whole sheet is 240 KB, of which
 * the front end uses a third.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const address = "virtual:mantine-styles.css";
/** What every page needs whatever components it has. */
const base = ["baseline", "default-css-variables", "global"];

export function mantineStyles(sources: string): Plugin {
  return {
    name: "mantine-styles",
    resolveId: (id) => (id === address ? `\0${address}` : null),
    load: (id) => (id === `\0${address}` ? stylesOf(sources) : null),
  };
}

export function stylesOf(sources: string): string {
  const core = dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css"));
  const whole = readFileSync(join(core, "styles.css"), "utf8");
  const sheet = (name: string): string => join(core, "styles", `${name}.css`);
  const read = (name: string): string => readFileSync(sheet(name), "utf8");
  const place = (part: string): number => whole.indexOf(/\.m_[0-9a-f]+/.exec(part)?.[0] ?? part);
  const parts = [...componentsWithStyles(sources, core)].filter((name) => existsSync(sheet(name))).map(read);
  return [...base.map(read), ...parts.sort((one, other) => place(one) - place(other))].join("\n");
}

/** The names of the stylesheets of every component that is reachable from the front end's imports. */
function componentsWithStyles(sources: string, core: string): ReadonlySet<string> {
  const files = filesByExport(core);
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const sheet = /^(.+)\.module\.mjs$/.exec(basename(file));
    if (sheet) found.add(sheet[1]!);
    for (const [, to] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g)) visit(join(dirname(file), to!));
  };
  for (const name of importedNames(sources)) visit(files.get(name) ?? "");
  return found;
}

/** The names that the front end and Mantine's notifications import from `@mantine/core`. */
function importedNames(sources: string): ReadonlySet<string> {
  const notifications = join(dirname(createRequire(import.meta.url).resolve("@mantine/notifications/styles.css")), "esm");
  const found = new Set<string>();
  for (const folder of [sources, notifications])
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.(tsx?|mjs)$/.test(path)) continue;
      for (const [, names] of readFileSync(join(folder, path), "utf8").matchAll(/import \{([^}]*)\} from "@mantine\/core"/g))
        for (const name of names!.split(",")) found.add(name.trim().split(" ")[0]!);
    }
  return found;
}

/** The file of each export of `@mantine/core`. */
function filesByExport(core: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const index = readFileSync(join(core, "esm/index.mjs"), "utf8");
  for (const [, names, from] of index.matchAll(/(?:import|export) \{([^}]*)\} from "(\.[^"]+)"/g))
    for (const name of names!.split(",")) files.set(name.trim().split(" ").at(-1)!, join(core, "esm", from!));
  return files;
}
