import { openEngine } from "./src/index.ts"; import { compile } from "@nonet/compiler"; import {readFileSync, rmSync} from "node:fs";
rmSync("/var/tmp/try-desk",{recursive:true,force:true});
const c = compile([{name:"e", text: readFileSync("examples/equipment-desk/equipment-desk.md","utf8")}],{version:"v1"});
console.time("open"); const o = await openEngine({product:c.product, database:{folder:"/var/tmp/try-desk"}, files:"/var/tmp/try-desk/files", rehearse:true, environment:{}}); console.timeEnd("open");
if(!o.ok){console.log(JSON.stringify(o.refusal));process.exit(1)}
const e=o.value; const log=(x:any,y:any)=>console.log(x,JSON.stringify(y).slice(0,700));
try {
const as=async(m:string)=>{const s=await e.people.signIn({email:m+"@example.test",password:"rehearsal"}); if(!s.ok) throw new Error(JSON.stringify(s)); return s.value.actor};
const manager=await as("manager"), clerk=await as("clerk"), bo=await as("borrower");
const cats=await e.list(manager,{entity:"Category",count:true}); log("cats",cats);
const cat=(cats as any).value.items[0];
const item=await e.perform(manager,{kind:"create",entity:"Item",values:{name:"Camera",category:cat.id,dailyFee:"12.50",deposit:"100"}}); log("item",item);
const today=e.rehearsal!.now().slice(0,10); const plus=(n:number)=>new Date(Date.parse(today)+n*864e5).toISOString().slice(0,10);
const iid=(item as any).value.id;
log("bo item", await e.perform(bo,{kind:"create",entity:"Item",values:{name:"x"}}));
const loan=await e.perform(bo,{kind:"create",entity:"Loan",values:{item:iid,startDate:plus(0),endDate:plus(2)}}); log("loan",loan);
log("overlap",await e.perform(bo,{kind:"create",entity:"Loan",values:{item:iid,startDate:plus(1),endDate:plus(2)}}));
log("reversed",await e.perform(bo,{kind:"create",entity:"Loan",values:{item:iid,startDate:plus(9),endDate:plus(8)}}));
const lid=(loan as any).value.id;
log("mine",await e.list(bo,{entity:"Loan",screen:"My loans",count:true}));
log("actions bo",await e.actions(bo,"Loan",lid)); log("actions clerk",await e.actions(clerk,"Loan",lid));
log("approve bo",await e.perform(bo,{kind:"action",entity:"Loan",id:lid,action:"Approve",asked:{}}));
log("approve",await e.perform(clerk,{kind:"action",entity:"Loan",id:lid,action:"Approve",asked:{}}));
log("hand out",await e.perform(clerk,{kind:"action",entity:"Loan",id:lid,action:"Hand out",asked:{}}));
log("return damaged",await e.perform(clerk,{kind:"action",entity:"Loan",id:lid,action:"Return",asked:{condition:"damaged"}}));
log("return",await e.perform(clerk,{kind:"action",entity:"Loan",id:lid,action:"Return",asked:{condition:"worn",damageNotes:"scratch"}}));
await e.rehearsal!.settle();
log("mails",await e.rehearsal!.mails()); log("calls",await e.rehearsal!.calls());
log("home",await e.screenData(manager,"Home")); log("report",await e.screenData(manager,"Revenue")); log("report bo",await e.screenData(bo,"Revenue"));
log("history",await e.history(manager,"Loan",lid));
log("where",await e.list(clerk,{entity:"Loan",where:'state = "returned" and item.name = "Camera"',sort:["-startDate"],fields:["number","item","item.category","fee"]}));
// race
const t=Date.now(); const rs=await Promise.all(Array.from({length:50},(_,i)=>e.perform(i%2?clerk:manager,{kind:"create",entity:"Loan",values:{item:iid,startDate:plus(20),endDate:plus(22)}}))); console.log("race ok",rs.filter(r=>r.ok).length, new Set(rs.filter(r=>!r.ok).map((r:any)=>r.refusal.errors.map((x:any)=>x.code+":"+x.detail).join())), Date.now()-t,"ms");
log("clock",await e.rehearsal!.moveClock({forward:"P30D"})); log("mails",(await e.rehearsal!.mails()).length);
log("states",await e.list(manager,{entity:"Loan",fields:["number","state"],count:true}));
} finally { await e.close(); }
