/**
 * A Vite plugin: a module that imports components of Mantine imports their stylesheets too, and those of the components
 * that they are made of, in the order of Mantine's own stylesheet. So a screen's styles come with its script. They stand in
 * the cascade layer `mantine`: rules of the front end win over them, however late they load.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

const prefix = "virtual:mantine/";
/** What every page needs whatever components it has. */
const base = ["baseline", "default-css-variables", "global"];
const imports = /import \{([^}]*)\} from "@mantine\/core"/g;

export function mantineStyles(): Plugin {
  const core = dirname(createRequire(import.meta.url).resolve("@mantine/core/styles.css"));
  const sheet = (name: string): string => join(core, "styles", `${name}.layer.css`);
  const whole = readFileSync(join(core, "styles.css"), "utf8");
  const place = (name: string): number => whole.indexOf(/\.m_[0-9a-f]+/.exec(readFileSync(sheet(name), "utf8"))?.[0] ?? "");
  const files = filesByExport(core);
  return {
    name: "mantine-styles",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load: (id) => (id.startsWith(`\0${prefix}`) ? readFileSync(sheet(basename(id, ".css")), "utf8") : null),
    transform(code, id) {
      if (!/\/(product\/src|@mantine\/(notifications|spotlight))\/.*\.(tsx?|mjs)$/.test(id)) return null;
      const names = [...code.matchAll(imports)].flatMap(([, list]) => list!.split(",").map((name) => name.trim().split(" ")[0]!));
      const sheets = [...sheetsOf(names, files)].filter((name) => existsSync(sheet(name))).sort((one, other) => place(one) - place(other));
      const wanted = [...(names.includes("MantineProvider") ? base : []), ...sheets];
      return wanted.length === 0 ? null : { code: wanted.map((name) => `import "${prefix}${name}.css";`).join("") + code, map: null };
    },
  };
}

/** The names of the stylesheets of these components and of those that they are made of. */
function sheetsOf(names: readonly string[], files: ReadonlyMap<string, string>): ReadonlySet<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const own = /^(.+)\.module\.mjs$/.exec(basename(file));
    if (own) found.add(own[1]!);
    for (const [, to] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g)) visit(join(dirname(file), to!));
  };
  for (const name of names) visit(files.get(name) ?? "");
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
