/** The first hour (docs/tutorial.md), walked step by step: each step's points take the place of the former, and every state of the document is sound. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./nonet-process.ts";
import { compile } from "./compile-again.ts";

const page = readFileSync(join(root, "docs/tutorial.md"), "utf8");
const steps = [...page.matchAll(/^```markdown\n([\s\S]*?)^```$/gm)].map((match) => match[1]!);
const points = (text: string): Map<string, string> => new Map(text.split(/^(?=## )/m).map((part) => [/^## (\d)/.exec(part)?.[1] ?? "", part.trimEnd()]));

test("every step checks, and at the end only what the text leaves open is open", () => {
  const document = points(readFileSync(join(root, "examples/undetermined/undetermined.md"), "utf8"));
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
