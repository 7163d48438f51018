/** The rate limit's window of one minute. */
import Fastify from "fastify";
import { expect, it, vi } from "vitest";
import { limitRequests } from "../../src/http/rate-limit.ts";

it("refuses the first request above the limit, and starts again after a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const app = Fastify();
  const limit = limitRequests();
  await limit.register(app);
  app.get("/:client", async (request) => (await limit.take(request, (request.params as { client: string }).client, 2)) ?? { status: 200 });
  const take = async (client: string) => (await app.inject(`/${client}`)).json();
  try {
    expect([await take("a"), await take("a")]).toEqual([{ status: 200 }, { status: 200 }]);
    vi.setSystemTime(20_000);
    expect(await take("a")).toMatchObject({ status: 429, headers: { "retry-after": "40" } });
    expect(await take("b")).toEqual({ status: 200 });
    vi.setSystemTime(60_000);
    expect(await take("a")).toEqual({ status: 200 });
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});

it("counts a request once that is handled twice, for each client that it could come from", async () => {
  const app = Fastify();
  const limit = limitRequests();
  await limit.register(app);
  app.get("/:clients", async (request) => {
    const statuses = [];
    for (const client of (request.params as { clients: string }).clients) statuses.push((await limit.take(request, client, 2))?.status ?? 200);
    return statuses;
  });
  const take = async (clients: string) => (await app.inject(`/${clients}`)).json();
  expect([await take("aa"), await take("a"), await take("aa")]).toEqual([[200, 200], [200], [429, 429]]);
  expect([await take("bc"), await take("b"), await take("b"), await take("c"), await take("c")]).toEqual([[200, 200], [200], [429], [200], [429]]);
  await app.close();
});
