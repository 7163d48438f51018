/**
 * The cookbook (docs/cookbook.md): each entry's lines, completed to a whole document, are sound and do what their
 * examples say.
 *
 * An entry's points take the place of those of the page's first block. If the entry defines entities without
 * permissions, each role may do with them what the page says; if it uses codes without point 8, they are listed there.
 */
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../runtime/engine/src/connection/database.ts";
import { runExamplesIn } from "../runtime/engine/src/rehearsal/run-examples.ts";
import { root } from "./nonet-process.ts";
import { freshDatabase } from "./shared-postgres.ts";
import { compile } from "./compile-again.ts";

interface Entry {
  readonly title: string;
  readonly block: string;
}

/** A point that neither the entry nor the first block has reads `none`: if it were open, the checker would leave things unchecked. */
const titles = [
  "What the product does and for whom",
  "Screens and routes",
  "Entities and their fields",
  "States and transitions",
  "Validation rules",
  "Roles and permissions",
  "The calls it makes",
  "The error catalogue",
  "Business constants and limits",
];

const page = readFileSync(join(root, "docs/cookbook.md"), "utf8");
const base = /^```markdown\n(# [\s\S]*?)^```$/m.exec(page)![1]!;
const entries: readonly Entry[] = [...page.matchAll(/^### (.+)\n(?:(?!^```|^#)[^\n]*\n)*^```markdown\n([\s\S]*?)^```$/gm)]
  .map(([, title, block]) => ({ title: title!, block: block! }))
  .filter(({ block }) => !block.startsWith("# "));

test("the page has many entries, each with its own title and block, and a third of them with examples", () => {
  const names = entries.map((entry) => entry.title);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
  // Every block of the page except the base belongs to an entry.
  expect(page.match(/^```markdown$/gm)?.length).toBe(entries.length + 1);
  expect(entries.filter(({ block }) => /^Example: /m.test(block)).length * 3).toBeGreaterThan(entries.length);
});

describe.each(entries)("$title", ({ block }) => {
  const { product, diagnostics } = compile([{ name: "cookbook.md", text: completed(block) }]);

  test("is sound", () => expect(diagnostics.map((d) => `${d.severity} ${d.code}: ${d.message}`)).toEqual([]));
  if (product.examples.length > 0 || block.includes("\nExample: "))
    test("does what its examples say", { timeout: 60_000 }, async () => {
      expect(product.examples.length).toBe(block.match(/^Example: /gm)?.length);
      const database = openDatabase((await freshDatabase()).url);
      try {
        const outcome = await runExamplesIn(database, { product, folder: join(tmpdir(), "nonet-cookbook") });
        expect(outcome.ok, JSON.stringify(outcome)).toBe(true);
        const failed = outcome.ok ? outcome.value.filter((result) => result.failure !== null) : [];
        expect(failed.map(({ title, failure }) => `${title} (line ${failure!.line}): expected ${failure!.expected}, seen ${failure!.seen}`)).toEqual([]);
      } finally {
        await database.close();
      }
    });
});

function completed(block: string): string {
  const own = pointsOf(block);
  const all = new Map([...titles.map((title, i): [string, string] => [`${i + 1}`, `## ${i + 1}. ${title}\n\nnone`]), ...pointsOf(base), ...own]);
  if (own.has("3") && !own.has("6")) all.set("6", `${all.get("6")!.split("\n| Room")[0]!}\n${rows(own.get("3")!)}`);
  const codes = new Set(block.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g));
  if (!own.has("8") && codes.size > 0)
    all.set("8", `## 8. The error catalogue\n\n| Code | Status | Message |\n|---|---|---|\n${[...codes].map((code) => `| ${code} | 409 | Refused. |`).join("\n")}`);
  if (!/^For whom/m.test(all.get("1")!))
    all.set(
      "1",
      `${all.get("1")!}\n\nFor whom:\n\n${rolesOf(all.get("6")!)
        .map((role) => `- **${role}** — a role`)
        .join("\n")}`,
    );
  return `${[...all]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, text]) => text)
    .join("\n\n")}\n`;
}

/** Members create, read and change every entity; staff may do everything. A part is permitted with its whole. */
function rows(point: string): string {
  const entities = [...point.matchAll(/^### ((?!.*\(part of).+)$/gm)].map((match) => match[1]!);
  return [...new Set(entities.filter((name) => name !== "User").map((name) => `| ${name} | create, read, update | all |`)), "| User | read | read |"].join("\n");
}

const rolesOf = (point: string): string[] => [...point.matchAll(/^- \*\*(.+?)\*\*/gm)].map((match) => match[1]!);

function pointsOf(text: string): Map<string, string> {
  return new Map(text.split(/^(?=## )/m).map((part) => [/^## (\d)/.exec(part)?.[1] ?? "", part.trimEnd()]));
}
