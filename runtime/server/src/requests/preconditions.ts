/** If-Match and If-None-Match: a record's ETag is its version. */
import { hash } from "node:crypto";
import type { SerializedRecord } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { type Parsed, parsed, problem, refused } from "../http/response.ts";
import { say } from "@nonet/texts";

export const etagOf = (record: { readonly version: number }): string => `"${record.version}"`;

export type IfMatch = { readonly kind: "none" } | { readonly kind: "any" } | { readonly kind: "versions"; readonly versions: readonly number[] };

/** An ETag that isn't one of ours, or is weak, matches no version (RFC 9110, section 13.1.1). */
export function readIfMatch(request: FastifyRequest): Parsed<IfMatch> {
  const header = request.headers["if-match"];
  if (header === undefined) return parsed({ kind: "none" });
  const text = header.trim();
  if (text === "*") return parsed({ kind: "any" });
  if (/^\d{1,9}$/.test(text)) return parsed({ kind: "versions", versions: [Number(text)] });
  if (text === "" || !/^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/.test(text)) return refused("malformed", say("if-match-should-be-an-etag-such"));
  return parsed({ kind: "versions", versions: [...text.matchAll(/(?:^|,)\s*"(\d{1,9})"/g)].map((m) => Number(m[1])) });
}

/** The one version that the engine compares; of several, the current one if it is among them, else one that no record has. */
export function engineVersion(ifMatch: IfMatch, current: number | undefined): number | "any" | undefined {
  if (ifMatch.kind === "none") return undefined;
  if (ifMatch.kind === "any") return "any";
  return ifMatch.versions.length === 1 ? ifMatch.versions[0]! : (ifMatch.versions.find((v) => v === current) ?? -1);
}

export const preconditionRequired = () => problem("precondition-required");

export function matchesEtag(header: string | undefined, record: { readonly version: number }): boolean {
  return header !== undefined && (header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etagOf(record)));
}

/**
 * Decides whether 304 Not Modified is correct. A record's JSON also depends on other records (computed fields, names of
 * references), so the version alone doesn't decide: the last JSON sent under a version is remembered by its hash. If
 * two different ones were sent under one version, no reader can know which one they have.
 */
export function trackRepresentations(maxRepresentations = 20_000): (reader: string, resource: string, record: SerializedRecord) => boolean {
  const hashes = new Map<string, string>();
  return (reader, resource, record) => {
    const key = `${reader}\n${resource}\n${record.version}`;
    const current = hash("sha256", record.json, "base64");
    const before = hashes.get(key);
    if (before === undefined && hashes.size >= maxRepresentations) hashes.delete(hashes.keys().next().value!);
    hashes.set(key, before === undefined || before === current ? current : "several");
    return before === current;
  };
}
