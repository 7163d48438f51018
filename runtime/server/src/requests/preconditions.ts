/** If-Match and If-None-Match: versions as ETags. */
import { hash } from "node:crypto";
import type { SerializedRecord } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { type Parsed, parsed, problem, refused } from "../http/response.ts";

export const etagOf = (record: { readonly version: number }): string => `"${record.version}"`;

export type Wanted = { readonly kind: "none" } | { readonly kind: "any" } | { readonly kind: "versions"; readonly versions: readonly number[] };

/** A tag that can't be one of ours (a weak one too) matches no version, as the standard has it. */
export function readIfMatch(request: FastifyRequest): Parsed<Wanted> {
  const header = request.headers["if-match"];
  if (header === undefined) return parsed({ kind: "none" });
  const text = header.trim();
  if (text === "*") return parsed({ kind: "any" });
  if (/^\d{1,9}$/.test(text)) return parsed({ kind: "versions", versions: [Number(text)] });
  if (text === "" || !/^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/.test(text)) return refused("malformed", 'If-Match should be an ETag such as "3", or *.');
  return parsed({ kind: "versions", versions: [...text.matchAll(/(?:^|,)\s*"(\d{1,9})"/g)].map((m) => Number(m[1])) });
}

/** What the engine is told; several tags match when the current version is among them. */
export function versionFor(wanted: Wanted, current: number | undefined): number | "any" | undefined {
  if (wanted.kind === "none") return undefined;
  if (wanted.kind === "any") return "any";
  return wanted.versions.length === 1 ? wanted.versions[0]! : (wanted.versions.find((v) => v === current) ?? -1);
}

export const preconditionRequired = () => problem("precondition-required");

/**
 * Whether "304, as you have it" is true. A record's version says nothing about what it shows of other records
 * (computed fields, names of references), so the last form sent under a version is remembered by its print; where
 * two forms went out under one version nobody can be told "as you have it".
 */
export function rememberForms(most = 20_000): (who: string, what: string, record: SerializedRecord) => boolean {
  const prints = new Map<string, string>();
  return (who, what, record) => {
    const key = `${who}\n${what}\n${record.version}`;
    const print = hash("sha256", record.json, "base64");
    const before = prints.get(key);
    if (before === undefined && prints.size >= most) prints.delete(prints.keys().next().value!);
    prints.set(key, before === undefined || before === print ? print : "several");
    return before === print;
  };
}

export function namesVersion(header: string | undefined, record: { readonly version: number }): boolean {
  return header !== undefined && (header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etagOf(record)));
}
