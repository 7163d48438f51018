import {test} from "vitest"; import {readTree} from "../src/index.ts"; import {readFileSync} from "fs";
test("x",()=>{for (const f of ["equipment-desk","purchasing","undetermined"]){const t=readTree([{name:f,text:readFileSync("/work/shared/specs/"+f+".md","utf8")}]);console.log(t.title?.text,t.diagnostics,t.points.map(p=>[p.number,p.state,p.blocks.map(b=>b.kind).join(),p.sections.map(s=>s.title.text+":"+s.blocks.map(b=>b.kind==="bullet"?b.label?.text:b.kind).join("|"))]).slice(0,9).map(x=>JSON.stringify(x)).join("\n"));
for (const p of t.points) for (const b of [...p.blocks,...p.sections.flatMap(s=>s.blocks)]) if (b.kind==="bullet"&&b.label) { const w=b.label; if (t.sources[0].text.slice(w.span.from,w.span.to)!==w.text) throw new Error(w.text); }
}})
