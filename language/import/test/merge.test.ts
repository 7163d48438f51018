/** A second import: what people have written stays, and what they haven't touched follows the source. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { givenNames, mergeImports } from "../src/index.ts";

interface Source {
  readonly [table: string]: readonly string[];
}

/** A document as an import prints it. */
function printed(source: Source): string {
  const sections = Object.entries(source).map(
    ([table, columns]) => `### ${table} <!-- public.${table} -->\n\n${columns.map((column) => `- ${column}: text <!-- public.${table}.${column} -->`).join("\n")}\n`,
  );
  return `# Specification: Shop\n\n<!-- Imported from a test. -->\n\n## 3. Entities and their fields\n\n${sections.join("\n")}\n## 5. Validation rules\n\nnot shown.\n`;
}

const base = printed({ film: ["title", "year"], shop: ["name"] });

it("changes nothing where nothing has changed", () => {
  expect(mergeImports(base, base, base)).toMatchObject({ text: base, added: 0, changed: 0, removed: 0, kept: 0, conflicts: [] });
});

it("takes over what is new, changed and gone in the source", () => {
  const now = printed({ film: ["title", "length"], shop: ["name"], town: ["name"] }).replace("- name: text <!-- public.shop.name", "- name: text, required <!-- public.shop.name");
  expect(mergeImports(base, base, now)).toMatchObject({ text: now, added: 3, changed: 1, removed: 1, kept: 0, conflicts: [] });
});

it("keeps what was written by hand, and reports what the source says now", () => {
  const written = base
    .replace("- title: text <!-- public.film.title -->", "- title: text, required, at most 80 characters <!-- public.film.title -->\n- rating: integer, between 1 and 5")
    .replace("- name: text <!-- public.shop.name -->\n", "");
  const now = base.replace("- title: text", "- title: long text").replace("- name: text", "- name: long text");
  const { text, conflicts } = mergeImports(base, written, now);
  expect(text).toBe(written);
  expect(conflicts).toEqual([
    {
      source: "public.film.title",
      written: "- title: text, required, at most 80 characters <!-- public.film.title -->",
      imported: "- title: long text <!-- public.film.title -->",
    },
    { source: "public.shop.name", written: null, imported: "- name: long text <!-- public.shop.name -->" },
  ]);
});

it("puts a first rule into a point that was not shown, and leaves own statements of it alone", () => {
  const table = "| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Year | film | `year > 1900` | YEAR <!-- public.film constraint y --> |";
  const now = base.replace("not shown.", table);
  expect(mergeImports(base, base, now).text).toBe(now);
  const written = base.replace("not shown.", "| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Mine | film | `year < 3000` | MINE |");
  expect(mergeImports(base, written, now).text).toContain("| Mine | film | `year < 3000` | MINE |\n");
});

it("keeps names that people gave", () => {
  const written = base.replace("### film <!--", "### Movie (plural Movies) <!--").replace("- title: text <!--", "- name of it: text <!--");
  expect([...givenNames(written, base)]).toEqual([
    ["public.film", "Movie"],
    ["public.film.title", "name of it"],
  ]);
});

it("loses no line that a person has written or changed, whatever the source does", () => {
  const columns = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1 });
  const source = fc.dictionary(fc.constantFrom("one", "two", "three", "four"), columns, { minKeys: 1 });
  fc.assert(
    fc.property(source, source, fc.array(fc.nat(40), { maxLength: 8 }), (before, after, places) => {
      const original = printed(before);
      const lines = original.split("\n");
      const own: string[] = [];
      for (const [n, place] of places.entries()) {
        const at = place % lines.length;
        const line = lines[at]!;
        if (line.startsWith("- ") && n % 2 === 0) lines[at] = line.replace(": text", `: text, at most ${n + 1} characters`);
        else if (line.startsWith("- ")) lines.splice(at, 0, `- own ${n}: text`);
        else continue;
        own.push(lines[at]!);
      }
      const written = lines.join("\n");
      const { text } = mergeImports(original, written, printed(after));
      for (const line of written.split("\n").filter((one) => one.startsWith("- ") && !original.includes(one))) expect(text.split("\n")).toContain(line);
      // Again with the same source nothing changes.
      expect(mergeImports(printed(after), text, printed(after)).text).toBe(text);
    }),
    { numRuns: 300 },
  );
});
