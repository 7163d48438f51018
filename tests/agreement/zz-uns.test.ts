import { readFileSync } from "node:fs";
import { it } from "vitest";
import { compile } from "@nonet/compiler";
import { unsupportedIn } from "@nonet/database";
it("u", () => { for (const f of process.env.FILES!.split(" ")) { const text = readFileSync(f, "utf8"); const r = compile([{ name: f, text }]); const t0 = Date.now(); const u = unsupportedIn(r.product); console.log(f, r.diagnostics.filter((d) => d.severity === "error").length, "errors", Date.now() - t0, "ms", u.map((x) => x.why + " @ " + text.slice(x.expression.span.from, x.expression.span.to))); } });
