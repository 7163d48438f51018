import { compile } from "/tmp/wt/w-examples/language/compiler/src/index.ts";
import { readFileSync } from "node:fs";
const text = readFileSync(process.argv[2]!, "utf8").replace(/^(\**Example:)/gm, "\n$1");
for (let i = 0; i < 2; i++) { const t = performance.now(); const { diagnostics, product } = compile([{ name: "spec.md", text }]); console.log(Math.round(performance.now() - t), "ms", product.examples.length, "examples"); if (i) for (const d of diagnostics.filter((d) => d.severity === "error")) { const line = text.slice(0, d.span.from).split("\n").length; const src = text.split("\n")[line-1]; if (process.argv[3] || /^- (Given|When|Then|And|It is|But)|Example/.test(src)) console.log(line, d.code, d.message, "|", d.hint ?? "", "\n    ", src); } }
