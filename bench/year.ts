/**
 * `npx tsx bench/year.ts [EXAMPLE…]`: how long a rehearsal takes to live through a year, after `nonet demo` has filled it. Everything that
 * falls due runs in its order: schedules, timed transitions, retries and mails. The aim is 5 s for a product with a daily
 * schedule. Beside the time stands the processor time of the product and its database, which says more on a busy machine,
 * and how many mails the year sent. Build first: `npm run build`.
 */
import { runFilled } from "../tests/gallery/filled-example.ts";
import { processorTime } from "./server/processor-time.ts";

const examples = process.argv.length > 2 ? process.argv.slice(2) : ["equipment-desk", "shelter", "ward-rota", "open-museum"];

console.log("| Example | Year s | Server + database s | Mails sent |\n|---|---|---|---|");
for (const example of examples) {
  const product = await runFilled(example, false);
  try {
    const before = processorTime();
    const mails = await sent(product.address);
    const began = performance.now();
    const response = await fetch(`${product.address}/rehearsal/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ forward: "P365D" }),
    });
    if (!response.ok) throw new Error(`${example}: ${response.status} ${await response.text()}`);
    const seconds = (performance.now() - began) / 1000;
    const after = processorTime();
    const spent = (kind: "server" | "database"): string => ((after[kind] - before[kind]) / 1000).toFixed(1);
    console.log(`| ${example} | ${seconds.toFixed(1)} | ${spent("server")} + ${spent("database")} | ${(await sent(product.address)) - mails} |`);
  } finally {
    await product.stop();
  }
}

async function sent(address: string): Promise<number> {
  const body = (await (await fetch(`${address}/rehearsal/mails`)).json()) as readonly unknown[] | { readonly items: readonly unknown[] };
  return ("items" in body ? body.items : body).length;
}
