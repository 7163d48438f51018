import { readFileSync } from "node:fs";
import { test } from "vitest";
import { lineMap } from "@nonet/source";
import { compile, sentences } from "../src/index.ts";
const file = process.env.SPEC ?? "examples/equipment-desk/equipment-desk.md";
test("try", () => {
  const text = readFileSync(file, "utf8");
  const at = lineMap(text);
  const t = performance.now();
  const out = compile([{ name: "x.md", text }]);
  console.log("ms", performance.now() - t);
  console.log(out.diagnostics.map((d) => `${at(d.span.from).line}:${at(d.span.from).column} ${d.severity} ${d.code} ${d.message} ${d.hint ?? ""} «${text.slice(d.span.from, d.span.to).slice(0, 60)}»`).join("\n"));
  console.log(JSON.stringify(out.open.map((o) => [o.what, o.affects.map((a) => a.what)])));
  console.log(out.prose.map((p) => at(p.from).line + " " + text.slice(p.from, p.to).slice(0, 80)).join("\n"));
  console.log(out.enforced, out.elements);
  if (process.env.SAY) console.log(sentences(out.product).map((s) => s.sentence).join("\n"));
  if (process.env.DUMP) console.log(JSON.stringify((out.product as any)[process.env.DUMP], (k, v) => (k === "source" || k === "span" ? undefined : v), 1));
});
