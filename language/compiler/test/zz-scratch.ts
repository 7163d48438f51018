import { readFileSync } from "node:fs";
import { compile } from "../src/index.ts";
import { lineMap } from "@nonet/source";
const text = readFileSync(process.argv[2]!, "utf8");
const c = compile([{ name: "x.md", text }]);
for (const d of c.diagnostics) console.log(lineMap(text)(d.span.from).line, d.severity, d.code, d.message, "|", text.slice(d.span.from, d.span.to).slice(0, 60));
for (const o of c.open) console.log("OPEN", o.what, lineMap(text)(o.source.from).line, o.affects.map((a) => a.what).join(" · "));
if (process.argv[3]) console.log(JSON.stringify({ t: c.product.tables, f: c.product.functions, c: c.product.calendars, k: c.product.constants }, (k, v) => (k === "span" || k === "source" ? undefined : v), 1));
