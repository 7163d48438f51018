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
