/** The shared part of generated clients is kept as text, because a client is generated where no source is. UPDATE=1 writes it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientSource } from "../src/client/client-source.ts";

const folder = new URL("../src/client/", import.meta.url);

/** Without the imports between the files, and without their own comments. */
const textOf = (name: string): string =>
  readFileSync(new URL(name, folder), "utf8")
    .replace(/^import [^;]* from "\.\/\w+\.ts";\n/gm, "")
    .replace(/^\/\*\*[\s\S]*?\*\/\n/, "")
    .trim();

const texts = ["core.ts", "lists.ts", "records.ts", "product.ts", "events.ts"].map(textOf);

const asSource = (): string =>
  `/** The text of the files that generated clients share, as generated clients contain it. \`UPDATE=1 npx vitest run targets/api/test/client-source.test.ts\` makes it. */\nexport const clientSource: string = [\n${texts.map((text) => `  ${JSON.stringify(text)},\n`).join("")}].join("\\n\\n");\n`;

it("is the text of its files", () => {
  if (process.env["UPDATE"]) writeFileSync(new URL("client-source.ts", folder), asSource());
  else expect(clientSource).toBe(texts.join("\n\n"));
});
