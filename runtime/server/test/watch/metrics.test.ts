/** Metrics: every figure that the page of operations lists, by route pattern, and for nobody else's eyes. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Jobs

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Clerk

## 3. Entities

### Job

- title: text, required
- due: date and time

## 4. States and transitions

### Job

- Starts as: waiting

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| waiting | (at \`due\`) | done | system | | send "Done" |

## 6. Roles and permissions

- **Clerk** — does everything

| Entity | Clerk |
|---|---|
| Job | all |

## 7. The calls it makes

### Done

- Email to: \`"done@example.test"\`
- Subject: {title}
- Body: done
`;

let served: Served;
beforeAll(async () => {
  served = await serveProduct(text);
});
afterAll(() => served.close());

const scrape = async (address = served.server.address): Promise<string> => (await fetch(`${address}/metrics`)).text();

/** The value of a metric with its labels as Prometheus writes them; undefined where it isn't there. */
const valueOf = (metrics: string, name: string): number | undefined => {
  const line = metrics.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test("counts requests by route pattern, and contains no value of a request", async () => {
  const clerk = await served.person("clerk.of.many@example.test", "Clerk");
  const made = await clerk("POST", "/api/jobs", { title: "sensitive-title" });
  for (let i = 0; i < 3; i++) await clerk("GET", `/api/jobs/${made.body.id}?fields=title`);
  await clerk("GET", "/api/jobs?search=sensitive-search");
  const metrics = await scrape();
  const patterns = metrics.split("\n").filter((line) => line.startsWith("nonet_http_request_duration_seconds_count"));
  expect(patterns).toContain('nonet_http_request_duration_seconds_count{method="GET",route="/api/:entity/:id",status="200"} 3');
  expect(patterns).toContain('nonet_http_request_duration_seconds_count{method="POST",route="/api/:entity",status="201"} 1');
  expect(metrics).not.toMatch(/sensitive|example\.test/);
  expect(metrics).not.toContain(made.body.id);
});

test("shows the database, the outbox and how late timers run", async () => {
  const clerk = await served.person("timer@example.test", "Clerk");
  const before = await scrape();
  await clerk("POST", "/api/jobs", { title: "t", due: new Date(Date.now() - 60_000).toISOString() });
  let metrics = "";
  for (let i = 0; i < 100 && !valueOf(metrics, "nonet_timer_delay_seconds_count"); i++) {
    await new Promise((later) => setTimeout(later, 100));
    metrics = await scrape();
  }
  expect(valueOf(metrics, "nonet_timer_delay_seconds_count")).toBe(1);
  expect(valueOf(metrics, "nonet_timer_delay_seconds_sum")).toBeGreaterThanOrEqual(59);
  expect(valueOf(metrics, "nonet_database_up")).toBe(1);
  expect(valueOf(metrics, 'nonet_transactions_total{end="committed"}')).toBeGreaterThan(valueOf(before, 'nonet_transactions_total{end="committed"}')!);
  expect(valueOf(metrics, "nonet_worker_round_age_seconds")).toBeLessThan(30);
  // Without a mail server the mail fails for good.
  for (let i = 0; i < 100 && valueOf(metrics, 'nonet_outbox_entries{state="failed"}') !== 1; i++) {
    await new Promise((later) => setTimeout(later, 100));
    metrics = await scrape();
  }
  expect(valueOf(metrics, 'nonet_outbox_entries{state="failed"}')).toBe(1);
});

test("counts open event streams", async () => {
  const abort = new AbortController();
  const stream = await fetch(`${served.server.address}/api/events`, { headers: { accept: "text/event-stream" }, signal: abort.signal });
  expect(stream.status).toBe(200);
  expect(valueOf(await scrape(), "nonet_event_streams")).toBe(1);
  abort.abort();
  for (let i = 0; i < 50 && valueOf(await scrape(), "nonet_event_streams") !== 0; i++) await new Promise((later) => setTimeout(later, 20));
  expect(valueOf(await scrape(), "nonet_event_streams")).toBe(0);
});

test("is for this machine, and for nobody whom a proxy forwards", async () => {
  const forwarded = await fetch(`${served.server.address}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect([forwarded.status, (await forwarded.json()).detail]).toEqual([403, "Metrics are disclosed to this machine only. To read them from elsewhere, set NONET_METRICS_TOKEN."]);
});

test("with a token, is for whoever has it", async () => {
  const guarded = await serveProduct(text, {}, { metricsToken: "a-long-token" });
  try {
    const status = async (authorization?: string): Promise<number> =>
      (await fetch(`${guarded.server.address}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9", ...(authorization ? { authorization } : {}) } })).status;
    expect([await status(), await status("Bearer another"), await status("Bearer a-long-token")]).toEqual([401, 401, 200]);
  } finally {
    await guarded.close();
  }
});

test("the page of operations lists exactly the metrics that there are", async () => {
  const page = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| `(nonet_\w+)`/gm)].map((found) => found[1]!);
  const metrics = await scrape();
  const there = [...metrics.matchAll(/^# TYPE (nonet_\w+)/gm)].map((found) => found[1]!);
  expect(listed.sort()).toEqual(there.sort());
});
