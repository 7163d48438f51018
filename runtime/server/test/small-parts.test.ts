/** The server's parts that need no connection: lines of CSV, limits, repeats, versions, bodies. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import Fastify, { type FastifyRequest } from "fastify";
import type { RefusalKind, VisibleRecord } from "@nonet/engine";
import { builtInErrors, refusalStatuses, type RefusalName } from "@nonet/api";
import { answerOnce } from "../src/http/idempotency.ts";
import { cellText, csvLines } from "../src/files/csv-writer.ts";
import { limitRequests } from "../src/http/rate-limit.ts";
import { namesVersion, readIfMatch, rememberForms, versionFor } from "../src/requests/preconditions.ts";
import { parseJson } from "../src/http/json-body.ts";
import { readCsv } from "../src/files/csv-reader.ts";
import { rememberShown } from "../src/http/disclosed-records.ts";

it("knows every kind of refusal that the engine has, and no other", () => {
  const kinds: readonly RefusalKind[] = Object.keys(refusalStatuses) as RefusalName[];
  const names: readonly RefusalName[] = kinds;
  expect(names.length).toBe(12);
});

describe("CSV", () => {
  it("quotes, and takes the force out of formulas, but leaves numbers", () => {
    expect(
      csvLines([
        ["a,b", 'say "x"', "=1+1", "+49 30", "-12.50", "@x", "a\r\nb"],
        ["", "a\nb", " c "],
      ]),
    ).toBe(`"a,b","say ""x""",'=1+1,'+49 30,-12.50,'@x,"a\r\nb"\r\n,"a\nb", c \r\n`);
  });
  const read = (text: string | Uint8Array) => readCsv(typeof text === "string" ? Buffer.from(text) : text);
  it("reads each row with the line it begins in, whatever ends the lines", async () => {
    expect(await read('\uFEFFa,b\r\n1,"two\r\nlines"\r\n\r\nä,"x\ny"\ny,\r"q""",z')).toEqual({
      rows: [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["1", "two\r\nlines"] },
        { line: 4, cells: [""] },
        { line: 5, cells: ["ä", "x\ny"] },
        { line: 7, cells: ["y", ""] },
        { line: 8, cells: ['q"', "z"] },
      ],
    });
    expect(await read('"a;x";b\tc;d\n1;2;3')).toEqual({
      rows: [
        { line: 1, cells: ["a;x", "b\tc", "d"] },
        { line: 2, cells: ["1", "2", "3"] },
      ],
    });
    expect(await read("a\tb\n1\t2")).toEqual({
      rows: [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["1", "2"] },
      ],
    });
  });
  it("names the line of a mistake", async () => {
    const mistakes = ['a,b\r\n"x\r\ny",2\r\n3,"open\r\n', 'a,b\n1,2\n"a"b,c\n', 'a,b\n1,"x\ny" ,c\n', 'a,b\n1,2\n3,5" d\n', new Uint8Array([0x61, 0xff]), "a\0b"];
    const told = await Promise.all(mistakes.map(async (one) => Object.values(await read(one))[0]));
    const way = "Put the value in quotation marks, and write each quotation mark in it twice.";
    expect(told).toEqual([
      "Line 4 opens a quotation mark that is never closed.",
      `Line 3 goes on behind a closing quotation mark. ${way}`,
      `Line 2 goes on behind a closing quotation mark. ${way}`,
      `Line 3 has a quotation mark inside a value that doesn't begin with one. ${way}`,
      "The file isn't UTF-8 text: save it as CSV UTF-8.",
      "The file isn't text.",
    ]);
  });
  it("reads the whole of a large file, and no more than it has to", async () => {
    const table = await read(Array.from({ length: 40_000 }, (_, i) => `${i},"line ${i}\nsecond"\n`).join(""));
    expect("rows" in table && [table.rows.length, table.rows.at(-1)]).toEqual([40_000, { line: 79_999, cells: ["39999", "line 39999\nsecond"] }]);
    expect(await read("x\n".repeat(2_000_000))).toMatchObject({ code: "too-many-rows" });
  });
  it("shows references by name, over dots as well", () => {
    const item = {
      id: "1",
      version: 1,
      item: { id: "2", shownAs: "Beamer", name: "B" },
      "item.category": { id: "3", shownAs: "Tools" },
      tags: ["a", "b"],
      on: true,
      none: null,
    } as VisibleRecord;
    expect(["item", "item.name", "item.category", "tags", "on", "none", "constructor"].map((k) => cellText(item, k))).toEqual(["Beamer", "B", "Tools", "a; b", "yes", "", ""]);
  });
});

describe("limits", () => {
  it("refuses the one too many, and forgets after a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    const app = Fastify();
    const limit = limitRequests();
    await limit.register(app);
    app.get("/:key", async (request) => (await limit.take(request, (request.params as { key: string }).key, 2)) ?? { status: 200 });
    const take = async (key: string) => (await app.inject(`/${key}`)).json();
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
});

describe("repeats", () => {
  it("acts once, also for two at the same time; another request under the key is refused", async () => {
    const once = answerOnce();
    let acts = 0;
    const act = async () => ({ status: 201, body: { n: ++acts } });
    const [a, b] = await Promise.all([once.run("p", "k", ["x"], act), once.run("p", "k", ["x"], act)]);
    expect([a, b, acts]).toEqual([{ status: 201, body: { n: 1 } }, { status: 201, body: { n: 1 } }, 1]);
    expect((await once.run("p", "k", ["y"], act)).status).toBe(409);
    expect((await once.run("q", "k", ["x"], act)).body).toEqual({ n: 2 });
  });
  it("doesn't keep what passes", async () => {
    const once = answerOnce();
    await once.run("p", "k", ["x"], async () => ({ status: 503 }));
    expect((await once.run("p", "k", ["x"], async () => ({ status: 201 }))).status).toBe(201);
  });
});

describe("preconditions", () => {
  const read = (header?: string) => readIfMatch({ headers: header === undefined ? {} : { "if-match": header } } as FastifyRequest);
  it("reads tags", () => {
    expect(
      ["*", '"3"', "3", '"3", "4"', 'W/"3"', '"x"', undefined].map((h) => {
        const r = read(h);
        return r.ok ? versionFor(r.value, 4) : r;
      }),
    ).toEqual(["any", 3, 3, 4, -1, -1, undefined]);
    expect(read("nonsense")).toMatchObject({ ok: false, answer: { status: 400 } });
  });
  it("says 'as you have it' only of a form sent before, and of one only", () => {
    const same = rememberForms();
    const record = { id: "1", version: 1, json: '{"a":1}' };
    expect([same("p", "1", record), same("p", "1", record), same("q", "1", record)]).toEqual([false, true, false]);
    const other = { ...record, json: '{"a":2}' };
    expect([same("p", "1", other), same("p", "1", record), same("p", "1", other)]).toEqual([false, false, false]);
    expect([namesVersion('"1"', record), namesVersion('W/"1"', record), namesVersion('"2"', record), namesVersion(undefined, record)]).toEqual([true, true, false, false]);
  });
});

describe("bodies", () => {
  const status = (text: string | Uint8Array) => {
    const r = parseJson(typeof text === "string" ? Buffer.from(text) : text);
    return r.ok ? 200 : r.answer.status;
  };
  it("takes JSON, and refuses what can't be kept", () => {
    expect(["{}", "1", '{"a":', '"\\u0000"', '"\\ud800"', '{"__proto__":1}', "[".repeat(50) + "]".repeat(50), "[".repeat(200_000)].map(status)).toEqual([
      200, 200, 400, 400, 400, 400, 400, 400,
    ]);
    expect(status(new Uint8Array([0x22, 0xff, 0x22]))).toBe(400);
  });
});

it("remembers what was shown to whom, the newest", () => {
  const shown = rememberShown();
  shown.add(
    "p",
    Array.from({ length: 2_500 }, (_, i) => String(i)),
  );
  expect([shown.has("p", "2499"), shown.has("p", "0"), shown.has("q", "2499")]).toEqual([true, false, false]);
});

it("lists every built-in code that the engine raises", () => {
  const folder = new URL("../../engine/src/", import.meta.url);
  const texts = readdirSync(folder)
    .filter((f) => f.endsWith(".ts"))
    .map((f) => readFileSync(new URL(f, folder), "utf8"));
  const raised = new Set(texts.flatMap((t) => [...t.matchAll(/\bproblem\("([a-z-]+)"/g)].map((m) => m[1]!)));
  expect([...raised].filter((code) => !builtInErrors.some((e) => e.code === code))).toEqual([]);
});
