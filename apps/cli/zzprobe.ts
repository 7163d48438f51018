import { readFileSync } from "node:fs";
import { compileSpecification } from "./src/compile-specification.ts";
import { lineMap } from "@nonet/source";
for (const f of process.argv.slice(2)) {
  const text = readFileSync(f, "utf8");
  const c = compileSpecification({ sources: [{ name: f, text }], version: "x" } as never);
  const m = lineMap(text);
  console.log("== " + f);
  for (const d of c.diagnostics) console.log(`${d.severity} ${d.code} ${m(d.span.from).line}: ${d.message}${d.hint ? " | " + d.hint : ""}`);
}
