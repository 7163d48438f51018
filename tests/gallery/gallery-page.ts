/** The gallery's page: a table of what axe and the browser reported, and every picture, grouped by example, role and screen; and the same as JSON. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Taken } from "./take-shot.ts";

/** All that has been taken into the folder, in this run and before. */
export function readGallery(out: string): readonly Taken[] {
  if (!existsSync(out)) return [];
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) => /\.(light|dark)\.(desktop|phone)\.json$/.test(name));
  return names.sort().map((name): Taken => JSON.parse(readFileSync(join(out, name), "utf8")));
}

export interface Problem {
  readonly rule: string;
  readonly help: string;
  readonly on: readonly string[];
  readonly element: string;
}

/** By rule and first element, so that one cause on many pages is one row. */
export function problemsIn(taken: readonly Taken[]): readonly Problem[] {
  const problems = new Map<string, { rule: string; help: string; on: string[]; element: string }>();
  const add = (rule: string, help: string, element: string, on: string): void => {
    const key = `${rule} ${element.replace(/id="[^"]*"|mantine-[\w-]+|\d+/g, "")}`;
    const known = problems.get(key) ?? { rule, help, element, on: [] };
    problems.set(key, known);
    if (!known.on.includes(on)) known.on.push(on);
  };
  for (const one of taken) {
    for (const { rule, help, elements } of one.findings) for (const element of elements) add(rule, help, element, titleOf(one));
    for (const error of one.errors) add("page error", "", error, titleOf(one));
  }
  return [...problems.values()].sort((a, b) => b.on.length - a.on.length);
}

const titleOf = ({ example, role, screen, state, scheme, device }: Taken): string => [example, role, screen, state, scheme, device].filter(Boolean).join(" · ");

export function writeGalleryPage(out: string): { readonly pictures: number; readonly problems: readonly Problem[] } {
  const all = readGallery(out);
  const taken = all.filter(({ picture }) => picture !== null);
  const problems = problemsIn(all);
  writeFileSync(join(out, "findings.json"), JSON.stringify({ pictures: taken.length, problems }, null, 2));
  writeFileSync(join(out, "index.html"), page(taken, problems));
  return { pictures: taken.length, problems };
}

const page = (taken: readonly Taken[], problems: readonly Problem[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; color: #222; background: #fff }
  table { border-collapse: collapse } th, td { text-align: start; vertical-align: top; padding: 6px 12px; border-bottom: 1px solid #ddd }
  code { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px }
  .row { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start; padding: 8px 0 }
  figure { margin: 0 } figcaption { color: #555 } img { border: 1px solid #ccc; max-height: 420px; max-width: 560px }
</style>
<h1>Gallery</h1>
<p>${taken.length} pictures, ${problems.length} problems.</p>
${problems.length === 0 ? "" : problemTable(problems)}
${groups(
  taken,
  ({ example }) => example,
  (example, ofExample) =>
    `<h2>${html(example)}</h2>${groups(
      ofExample,
      ({ role }) => role,
      (role, ofRole) => `<details><summary>${html(role)}: ${ofRole.length} pictures</summary>${screens(ofRole)}</details>`,
    )}`,
)}
</html>
`;

const problemTable = (problems: readonly Problem[]): string =>
  `<table><tr><th>Rule</th><th>Pages</th><th>Element</th></tr>${problems
    .map(
      ({ rule, help, on, element }) =>
        `<tr><td>${html(rule)}<br>${html(help)}</td><td>${on.length}<details><summary>Show</summary>${on.map(html).join("<br>")}</details></td><td><code>${html(element)}</code></td></tr>`,
    )
    .join("")}</table>`;

const screens = (taken: readonly Taken[]): string =>
  groups(
    taken,
    ({ screen, state }) => [screen, state].filter(Boolean).join(": "),
    (title, pictures) =>
      `<h3>${html(title)}</h3><div class="row">${pictures.map(({ picture, scheme, device }) => `<figure><a href="${address(picture!)}"><img loading="lazy" src="${address(picture!)}" alt="${html(`${title}, ${scheme}, ${device}`)}"></a><figcaption>${scheme}, ${device}</figcaption></figure>`).join("")}</div>`,
  );

function groups(taken: readonly Taken[], by: (one: Taken) => string, write: (name: string, taken: readonly Taken[]) => string): string {
  const names = new Set(taken.map(by));
  return [...names]
    .map((name) =>
      write(
        name,
        taken.filter((one) => by(one) === name),
      ),
    )
    .join("\n");
}

const html = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const address = (path: string): string => html(path.split(/[\\/]/).map(encodeURIComponent).join("/"));
