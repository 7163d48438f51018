import { chromium } from "playwright-core";
const base="http://127.0.0.1:4301";
const [role, dev, scheme, ...paths]=process.argv.slice(2);
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu","--disable-background-networking"]});
const c=await b.newContext({viewport: dev==="phone"?{width:390,height:844}:{width:1440,height:900}, colorScheme:scheme, locale: process.env.LOC||"en-GB"});
const p=await c.newPage();
p.setDefaultTimeout(60000);
await p.goto(base+"/");
await p.waitForLoadState("networkidle");
await p.screenshot({path:`/tmp/gallery19/shots/signin-${dev}-${scheme}.png`});
if(role!=="anyone"){ await p.getByRole("button",{name:role,exact:true}).first().click(); await p.waitForTimeout(3000);}
for(const path of paths){ await p.goto(base+path); await p.waitForLoadState("networkidle").catch(()=>{}); await p.waitForTimeout(1500); await p.screenshot({path:`/tmp/gallery19/shots/${role}-${path.replaceAll("/","_")}-${dev}-${scheme}.png`}); }
console.log(await p.locator("nav a").evaluateAll(a=>a.map(x=>x.getAttribute("href"))));
await b.close();
