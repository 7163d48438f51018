import {test} from "vitest"; import {compile} from "../src/index.ts"; import {readFileSync} from "fs"; import {lineMap} from "@nonet/source";
test("x",()=>{for (const f of ["equipment-desk","purchasing","undetermined"]){const text=readFileSync("/work/shared/specs/"+f+".md","utf8");const r:any=compile([{name:f,text}]);const at=lineMap(text);
console.log(f, r.diagnostics.map((d:any)=>at(d.span.from).line+" "+d.code+": "+d.message).join("\n"));
if(f==="equipment-desk"){const strip=(k:string,v:any)=>k==="span"||k==="source"||k==="type"||k==="nullable"?undefined:k==="expression"&&v.kind==="path"?"…":v; console.log(JSON.stringify([r.product.about,r.product.screens,r.product.errors,r.product.constants],strip,1).replace(/\s*\n\s*/g," "));}
}})
