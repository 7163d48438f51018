/** The first hour (docs/tutorial.md), walked step by step: each step's points take the place of the former, every state of the document is sound, and the studio has what the page tells to click. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptySpecification } from "../apps/cli/src/specification/empty-specification.ts";
import { root } from "./nonet-process.ts";
import { compile } from "./compile-again.ts";

const page = readFileSync(join(root, "docs/tutorial.md"), "utf8");
const steps = [...page.matchAll(/^```markdown\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
const points = (text: string): Map<string, string> => new Map(text.split(/^(?=## )/m).map((part) => [/^## (\d)/.exec(part)?.[1] ?? "", part.trimEnd()]));

test("every step checks, and at the end only what the text leaves open is open", () => {
  const document = points(emptySpecification("Shed"));
  let open = 9;
  for (const step of steps) {
    for (const [number, text] of points(step)) document.set(number, text);
    const { diagnostics, product } = compile([{ name: "shed.md", text: `${[...document.values()].join("\n\n")}\n` }]);
    expect(
      diagnostics.filter((d) => d.severity === "error").map((d) => `${d.code}: ${d.message}`),
      step,
    ).toEqual([]);
    expect(product.notShown.length).toBeLessThanOrEqual(open);
    open = product.notShown.length;
  }
  const { diagnostics, product } = compile([{ name: "shed.md", text: `${[...document.values()].join("\n\n")}\n` }]);
  expect(diagnostics.map((d) => `${d.code}: ${d.message}`)).toEqual([]);
  expect(product.notShown).toEqual([]);
  expect(product.screens.map((s) => s.name)).toContain("The desk");
});

test("the mistake that is made on purpose gets the message and the fix of the page", () => {
  const [, wrong, message, fix] = /write `(\w+)` in the line of the name\. \*\*Problems\*\* says `([^`]+)`\. Click \*\*([^*]+)\*\*/.exec(page)!;
  const point = steps.find((step) => step.includes("### Tool"))!.replace("name: text, required", `name: text, ${wrong}`);
  const document = points(emptySpecification("Shed")).set("3", point);
  const { diagnostics } = compile([{ name: "shed.md", text: `${[...document.values()].join("\n\n")}\n` }]);
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  expect([`${error?.message} ${error?.hint ?? ""}`.trim(), error?.fixes[0]?.title]).toEqual([message, fix]);
});

test("the studio has the buttons and panels that the page names", () => {
  const folder = join(root, "apps/studio/src");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  const written = sources.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const named = ["Problems", "Impact", "Open points", "Find line", "Open", "Preview", "End preview", "Diagrams", "Versions"];
  for (const name of named) expect([name, page.includes(`**${name}`), new RegExp(`[>"\\s]${name}[<"\\s]`).test(written)]).toEqual([name, true, true]);
});
