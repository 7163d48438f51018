import { openDesk, clientOf, become } from "./test/desk.ts";
const desk = await openDesk();
try {
const any = clientOf(desk.server.address);
const show=(l:string,r:any)=>console.log(l, r.status, JSON.stringify(r.body).slice(0,900), ["etag","location","retry-after","www-authenticate","content-type"].flatMap(h=>r.headers.get(h)?[h+"="+r.headers.get(h)]:[]).join(" | "));
const s=await any("POST","/api/sign-in",{email:"owner@example.test",password:"rehearsal-owner"}); show("owner",s);
show("owner2",await any("POST","/api/sign-in",{email:"owner@example.test",password:"rehearsal"}));
const o=clientOf(desk.server.address,s.body.token); show("people",await o("GET","/api/people"));

show("clock",await any("POST","/rehearsal/clock",{now:"2030-03-01T09:00:00Z"}));
{const s=await any("POST","/api/sign-in",{email:"owner@example.test",password:"rehearsal-owner"}); show("owner",s); const o=clientOf(desk.server.address,s.body.token); show("p1",await o("GET","/api/me")); show("p2",await o("POST","/api/people",{ email: "c2@example.test", name: "C", roles: ["clerk"], password: "long enough 2" }));}
console.log("bugs",desk.bugs.map(b=>[b.path,String((b.error as any)?.stack).slice(0,600)]));
} finally { await desk.close(); }
process.exit(0);
