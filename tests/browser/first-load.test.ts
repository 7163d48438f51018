/** The bytes that a browser loads before the first paint of each kind of screen, as the server sends them: compressed with brotli. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { nonet, root } from "../nonet-process.ts";

const dist = join(root, "apps/product/dist");
const page = (name: string): string => readFileSync(join(dist, name), "utf8");

beforeAll(() => nonet(["--version"]));

/** The scripts and styles that the page names. */
const namedIn = (html: string): string[] => [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((m) => m[1]!);

/** The file, what it imports, and the styles of each. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".js")) return found;
  const chunk = /assets\/(.*)-[\w-]{8}\.js$/.exec(file)?.[1] ?? "";
  for (const style of readdirSync(join(dist, "assets")).filter((name) => new RegExp(`^${chunk}-[\\w-]{8}\\.css$`).test(name))) found.add(`assets/${style}`);
  for (const [, name] of readFileSync(join(dist, file), "utf8").matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) withImports(`assets/${name}`, found);
  return found;
}

const chunkNamed = (name: string): string => `assets/${readdirSync(join(dist, "assets")).find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))!}`;

function load(html: string, screen: string | null): { readonly files: readonly string[]; readonly kilobytes: number } {
  const files = new Set([...namedIn(page(html)), ...(screen === null ? [] : [chunkNamed(screen)])].flatMap((file) => [...withImports(file)]));
  const sent = (file: string): number => statSync(existsSync(join(dist, `${file}.br`)) ? join(dist, `${file}.br`) : join(dist, file)).size;
  return { files: [...files], kilobytes: [...files, html].reduce((sum, file) => sum + sent(file), 0) / 1024 };
}

it.each([
  ["sign-in", "entrance.html", null, 20],
  ["list", "index.html", "list", 215],
  ["record", "index.html", "record", 225],
  ["dashboard", "index.html", "dashboard-screen", 225],
  ["public page", "index.html", "page-screen", 225],
])("the first %s loads few bytes", (_, html, screen, most) => {
  const { kilobytes } = load(html, screen);
  expect(kilobytes).toBeLessThan(most);
  // A smaller number belongs here.
  expect(kilobytes).toBeGreaterThan(most * 0.9);
});

it("the page on which visitors sign in loads no library of components", () => {
  const { files } = load("entrance.html", null);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files.filter((name) => name.endsWith(".js")))
    expect([file, /createRoot|MantineProvider|useQuery/.test(readFileSync(join(dist, file), "utf8"))]).toEqual([file, false]);
});
