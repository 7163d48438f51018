/** Makes the reference pages from the code's own catalogues, so that they can't drift apart. */
import { catalogue as compilerCatalogue } from "../language/compiler/src/diagnostics/catalogue.ts";
import { catalogue as feelCatalogue } from "../language/feel/src/syntax/diagnostics.ts";
import { catalogue as notationCatalogue } from "../language/notation/src/diagnostics/catalogue.ts";
import { builtInErrors } from "../targets/api/src/errors/built-in-errors.ts";
import { phases } from "./example-phases.ts";
import { architecture, roomsPage } from "./room-pages.ts";
import { defaults } from "../language/model/src/defaults/defaults.ts";

type Catalogue = Readonly<Record<string, { readonly severity: string; readonly title?: string; readonly explanation: string }>>;

/** Each package's catalogue, in the order in which a document passes through them. */
export const catalogues: readonly { readonly title: string; readonly entries: Catalogue }[] = [
  { title: "Reading the nine points", entries: notationCatalogue },
  { title: "Expressions", entries: feelCatalogue },
  { title: "Names, types and rules", entries: compilerCatalogue },
];

/** Path from the root, and text. */
export const pages: readonly { readonly path: string; readonly text: string }[] = [
  { path: "docs/diagnostics.md", text: diagnosticsPage() },
  { path: "docs/defaults.md", text: defaultsPage() },
  { path: "docs/rooms.md", text: roomsPage() },
  { path: "ARCHITECTURE.md", text: architecture() },
  ...phases,
];

/** Each code once: where two packages say it, with what both mean by it. */
function diagnosticsPage(): string {
  const lines = ["# Diagnostics", "", "Everything `nonet check` can say, by its code. Made by `npm run reference` from the packages' catalogues.", ""];
  const said = new Set<string>();
  for (const { title, entries } of catalogues) {
    lines.push(`## ${title}`, "");
    for (const code of Object.keys(entries).sort()) {
      if (said.has(code)) continue;
      said.add(code);
      const meanings = catalogues.flatMap((catalogue) => catalogue.entries[code] ?? []);
      const { severity, title: short } = meanings[0]!;
      lines.push(`### ${code}`, "", `*${severity}*${short ? ` · ${short}` : ""}`, "", [...new Set(meanings.map((entry) => entry.explanation))].join(" "), "");
    }
  }
  return lines.join("\n");
}

function defaultsPage(): string {
  const lines = ["# Defaults", "", "What a product does that no line of its document says. Screens and refusals cite these numbers. Made by `npm run reference`.", ""];
  for (const { number, text } of defaults) lines.push(`${number}. ${text}`);
  lines.push("", "## Errors that every product has", "", "A line in point 8 with the same code says it in other words.", "", "| Code | Status | Message |", "|---|---|---|");
  for (const error of Object.values(builtInErrors)) lines.push(`| ${error.code} | ${error.status} | ${error.text} |`);
  return `${lines.join("\n")}\n`;
}
