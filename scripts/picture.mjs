/** `npm run picture`: draws docs/picture.png, a specification beside the product that it makes, with a real browser. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumArguments, provideChromium } from "./find-chromium.mjs";
import { fromRoot } from "./house.mjs";

const size = { width: 900, height: 780 };
const folder = mkdtempSync(join(tmpdir(), "nonet-picture-"));
chmodSync(folder, 0o711);
const child = spawn(
  process.execPath,
  [fromRoot("apps/cli/bin/nonet.mjs"), "run", fromRoot("examples/equipment-desk"), "--rehearse", "--port", "0", "--data", join(folder, "data")],
  { stdio: ["ignore", "pipe", "inherit"] },
);
try {
  const address = await addressOf(child);
  await fill(address);
  await draw(await screenshot(address));
} finally {
  child.kill("SIGTERM");
  await new Promise((done) => (child.exitCode === null ? child.once("close", done) : done()));
  rmSync(folder, { recursive: true, force: true });
}

function addressOf(running) {
  return new Promise((resolve, reject) => {
    let said = "";
    running.stdout.on("data", (text) => {
      said += text;
      const found = /answers at (http:\S+)/.exec(said);
      if (found) resolve(found[1].replace(/\/$/, ""));
    });
    running.once("close", (code) => reject(new Error(`the product ended with ${code}`)));
  });
}

/** A week of a small desk, by the API. */
async function fill(address) {
  const manager = await asker(address, "manager@example.test");
  const borrower = await asker(address, "borrower@example.test");
  const clerk = await asker(address, "clerk@example.test");
  const categories = (await manager("GET", "/api/categories")).items;
  const things = [
    ["Camera", "Cameras", "12.50"],
    ["Field recorder", "Tools", "6.00"],
    ['Laptop 14"', "Laptops", "9.00"],
    ["Projector", "Tools", "8.50"],
    ["Tripod", "Cameras", "3.00"],
  ];
  const items = [];
  for (const [name, category, dailyFee] of things) items.push(await manager("POST", "/api/items", { name, dailyFee, category: categories.find((c) => c.name === category).id }));
  const { now } = await (await fetch(`${address}/rehearsal/clock`)).json();
  const day = (n) => new Date(Date.parse(now) + n * 86_400_000).toISOString().slice(0, 10);
  const loans = [];
  for (const [i, length] of [2, 4, 1].entries()) loans.push(await borrower("POST", "/api/loans", { item: items[i].id, startDate: day(0), endDate: day(length) }));
  for (const loan of loans.slice(0, 2)) await clerk("POST", `/api/loans/${loan.id}/approve`, {});
  await clerk("POST", `/api/loans/${loans[0].id}/hand-out`, {});
}

async function asker(address, email) {
  const send = async (method, path, body, token) => {
    const response = await fetch(address + path, {
      method,
      headers: { ...(body ? { "content-type": "application/json" } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { token } = await send("POST", "/api/sign-in", { email, password: "rehearsal" });
  return (method, path, body) => send(method, path, body, token);
}

async function screenshot(address) {
  const browser = await chromium.launch({ executablePath: provideChromium(), args: chromiumArguments });
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: 1, colorScheme: "light", locale: "en-GB" });
  await page.goto(`${address}/sign-in`);
  await page.getByLabel("Email", { exact: true }).fill("clerk@example.test");
  await page.getByLabel("Password", { exact: true }).fill("rehearsal");
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Loans", exact: true }).click();
  await page.getByRole("row", { name: /LN-/ }).first().waitFor();
  const png = await page.screenshot();
  await browser.close();
  return png;
}

async function draw(png) {
  const text = readFileSync(fromRoot("examples/equipment-desk/equipment-desk.md"), "utf8");
  const part = text.slice(text.indexOf("## 4."), text.indexOf("## 6."));
  const escape = (t) => t.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const html = `<!doctype html><meta charset="utf-8"><style>
    body{margin:0;display:flex;gap:24px;padding:24px;background:#e7ecef;font-family:system-ui,sans-serif;width:${size.width * 2 + 24}px}
    div{width:${size.width}px;height:${size.height}px;background:#fff;border-radius:12px;overflow:hidden;box-shadow:0 4px 24px #0003}
    pre{margin:0;padding:24px;font:13.5px/1.6 ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap;color:#22313a}
    b{color:#0f766e}</style><div><pre>${escape(part).replace(/^#.*$/gm, "<b>$&</b>")}</pre></div><div><img width="${size.width}" src="data:image/png;base64,${png.toString("base64")}"></div>`;
  const browser = await chromium.launch({ executablePath: provideChromium(), args: chromiumArguments });
  const page = await browser.newPage({ viewport: { width: size.width * 2 + 72, height: size.height + 48 } });
  await page.setContent(html);
  await page.screenshot({ path: fromRoot("docs/picture.png") });
  await browser.close();
}
