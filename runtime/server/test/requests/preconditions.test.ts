/** If-Match and If-None-Match. */
import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import { engineVersion, matchesEtag, readIfMatch, trackRepresentations } from "../../src/requests/preconditions.ts";

const read = (header?: string) => readIfMatch({ headers: header === undefined ? {} : { "if-match": header } } as FastifyRequest);

it("reads ETags", () => {
  expect(
    ["*", '"3"', "3", '"3", "4"', 'W/"3"', '"x"', undefined].map((header) => {
      const ifMatch = read(header);
      return ifMatch.ok ? engineVersion(ifMatch.value, 4) : ifMatch;
    }),
  ).toEqual(["any", 3, 3, 4, -1, -1, undefined]);
  expect(read("nonsense")).toMatchObject({ ok: false, response: { status: 400 } });
});

it("a representation is unchanged only if it was sent before, and no other one was sent under the same version", () => {
  const isUnchanged = trackRepresentations();
  const record = { id: "1", version: 1, json: '{"a":1}' };
  expect([isUnchanged("p", "1", record), isUnchanged("p", "1", record), isUnchanged("q", "1", record)]).toEqual([false, true, false]);
  const other = { ...record, json: '{"a":2}' };
  expect([isUnchanged("p", "1", other), isUnchanged("p", "1", record), isUnchanged("p", "1", other)]).toEqual([false, false, false]);
  expect([matchesEtag('"1"', record), matchesEtag('W/"1"', record), matchesEtag('"2"', record), matchesEtag(undefined, record)]).toEqual([true, true, false, false]);
});
