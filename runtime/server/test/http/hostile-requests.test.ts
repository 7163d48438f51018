/** Random and malformed requests to every path: the status is below 500, or 501 to 503 on purpose, and no bug is reported. */
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { become, openDesk, type Client, type Desk } from "../desk.ts";

let desk: Desk;
let people: Client[];

beforeAll(async () => {
  desk = await openDesk();
  people = await Promise.all(["borrower", "clerk", "manager"].map((r) => become(desk.server.address, r)));
}, 120_000);

afterAll(async () => {
  await desk?.close();
});

const id = fc.constantFrom("00000000-0000-7000-8000-000000000000", "LN-2030-00001", "x", "'", "%00", "%FF", "export", "-1", "a".repeat(3_000), "..", "constructor", "__proto__");
const entity = fc.constantFrom("loans", "items", "users", "categories", "files", "events", "people", "-", "constructor", "loans:batch", "loans:", "%F0%9F%98%80");
const path = fc.oneof(
  entity.map((e) => `/api/${e}`),
  fc.tuple(entity, id).map(([e, i]) => `/api/${e}/${i}`),
  fc.tuple(entity, id, fc.constantFrom("actions", "history", "approve", "hand-out", "extend", "return", "toString")).map((p) => `/api/${p.join("/")}`),
  fc.constantFrom(
    "/api/register",
    "/api/sign-in",
    "/api/me",
    "/api/files",
    "/api/people",
    "/api/screens/Home/data",
    "/hooks/payments",
    "/rehearsal/clock",
    "/rehearsal/answers",
    "/rehearsal/become",
    "/api/loans/import",
    "/",
  ),
);
const parameter = fc
  .tuple(
    fc.constantFrom(
      "where",
      "search",
      "sort",
      "limit",
      "after",
      "count",
      "fields",
      "screen",
      "state",
      "item.category",
      "id",
      "version",
      "createdAt",
      "startDate",
      "dryRun",
      "confirm",
    ),
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("1", "true", 'state = "out"', "count(Loan) > 0", "-startDate", "((((", "1/0", 'number < "', "2030-02-31")),
  )
  .map(([k, v]) => `${k}=${encodeURIComponent(v.replace(/[\ud800-\udfff]/g, "?"))}`);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, "2030-02-31", "99999999999999999999999999", "1e400", -0, 1.5, "\ud800", "\u0000", { id: "x" }, { name: "Tools" }, [[]], "🐍".repeat(400)),
);
const body = fc.oneof(
  fc
    .dictionary(
      fc.constantFrom(
        "item",
        "startDate",
        "endDate",
        "purpose",
        "condition",
        "photos",
        "name",
        "category",
        "dailyFee",
        "deposit",
        "retired",
        "email",
        "password",
        "roles",
        "action",
        "ids",
        "asked",
        "now",
        "forward",
        "call",
        "status",
        "newEndDate",
        "state",
        "id",
      ),
      value,
    )
    .map((v) => JSON.stringify(v)),
  fc.jsonValue().map((v) => JSON.stringify(v)),
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom("", "{", "[".repeat(10_000)),
);
const headers = fc.record(
  {
    "content-type": fc.constantFrom("application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "x"),
    "if-match": fc.constantFrom("*", '"1"', "x", '"99999999999999"', ""),
    "if-none-match": fc.constantFrom("*", '"1"'),
    "idempotency-key": fc.constantFrom("a", "b", "ü".normalize("NFC").slice(0, 0)),
    cookie: fc.constantFrom("nonet_session=%00", "x", ";;=="),
  },
  { requiredKeys: [] },
);

it("never answers 500", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD"),
      path,
      fc.array(parameter, { maxLength: 3 }),
      body,
      headers,
      fc.nat(2),
      async (method, to, query, content, more, who) => {
        // The one stream has no end to wait for.
        if (method === "GET" && to.startsWith("/api/events")) return;
        const url = query.length > 0 ? `${to}?${query.join("&")}` : to;
        const answer = await people[who]!(method, url, method === "GET" || method === "HEAD" ? undefined : (content as string), more as Record<string, string>);
        expect(
          [500, 502].includes(answer.status),
          `${method} ${url} ${String(content).slice(0, 300)}: ${JSON.stringify(answer.body).slice(0, 500)}; ${JSON.stringify(desk.bugs.at(-1)?.error, Object.getOwnPropertyNames(desk.bugs.at(-1)?.error ?? {}))}`,
        ).toBe(false);
      },
    ),
    { numRuns: 600 },
  );
  expect(desk.bugs).toEqual([]);
}, 180_000);

it("responds to invalid HTTP and keeps running", async () => {
  const { hostname, port } = new URL(desk.server.address);
  for (const bytes of [
    "\0\0\0\0",
    "GET / HTTP/9.9\r\n\r\n",
    "POST /api/loans HTTP/1.1\r\nhost: x\r\ncontent-length: nine\r\n\r\n",
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
  ]) {
    const text = await new Promise<string>((resolve) => {
      let got = "";
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.on("data", (d) => (got += d));
      socket.on("close", () => resolve(got));
      socket.on("error", () => resolve(got));
    });
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(text).toContain("application/problem+json");
  }
  expect((await people[0]!("GET", "/api/me")).status).not.toBe(500);
});
