/** What differs between two versions of a document: their text, what the product does in sentences, and who may do what. */
import { basename } from "node:path";
import type { VersionDifference } from "@nonet/api";
import type { Product } from "@nonet/model";
import { permissionChanges } from "@nonet/services";
import type { Sources } from "@nonet/source";
import { structuredPatch } from "diff";
import { sentenceData } from "../reports/sentence-data.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { versionOf } from "../specification/read-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";

export function compareVersions(before: Sources, after: Sources): VersionDifference {
  const text = textDifference(before, after);
  const [was, is] = [before, after].map(productOf);
  if (!was || !is) return { text, sentences: [], permissions: [], textOnly: `The ${was ? "later" : "earlier"} text has errors, so only the texts are compared.` };
  return { text, sentences: sentenceDifference(was, is), permissions: permissionChanges(was, is).map(({ kind, sentence }) => ({ kind, sentence })), textOnly: null };
}

function productOf(sources: Sources): Product | null {
  const { product, diagnostics } = compileSpecification({ sources, paths: [], version: versionOf(sources) });
  return hasErrors(diagnostics) ? null : product;
}

/** Lines around a change that are shown with it. */
const context = 2;
/** Comparing texts that have little in common takes long: after this time, all is shown as removed and added. */
const patience = 2_000;

function textDifference(before: Sources, after: Sources): VersionDifference["text"] {
  const [was, is] = [before, after].map((sources) => new Map(sources.map(({ name, text }) => [basename(name), text])));
  return [...new Set([...was!.keys(), ...is!.keys()])].flatMap((file) => {
    const [one, other] = [was!.get(file) ?? "", is!.get(file) ?? ""];
    if (one === other) return [];
    const hunks = structuredPatch(file, file, one, other, "", "", { context, timeout: patience })?.hunks ?? [{ newStart: 1, lines: [...marked("-", one), ...marked("+", other)] }];
    return [{ file, parts: hunks.map(({ newStart, lines }) => ({ line: newStart, lines: lines.flatMap(lineOf) })) }];
  });
}

const marked = (mark: string, text: string): readonly string[] => text.split("\n").map((line) => `${mark}${line}`);

const kinds = { "+": "added", "-": "removed", " ": "same" } as const;

/** A patch also notes where a file ends without a line break. */
function lineOf(line: string): VersionDifference["text"][number]["parts"][number]["lines"] {
  const kind = kinds[line[0] as keyof typeof kinds];
  return kind ? [{ kind, text: line.slice(1) }] : [];
}

/** An element of the same name that says something else stands as one entry; of several, those that differ. */
function sentenceDifference(was: Product, is: Product): VersionDifference["sentences"] {
  const [before, after] = [was, is].map(sentencesByName);
  return [...new Set([...before!.keys(), ...after!.keys()])].flatMap((what) => {
    const [one, other] = [before!.get(what) ?? [], after!.get(what) ?? []];
    const gone = one.filter((sentence) => !other.includes(sentence));
    const added = other.filter((sentence) => !one.includes(sentence));
    return Array.from({ length: Math.max(gone.length, added.length) }, (_, i) => ({ before: gone[i] ?? null, after: added[i] ?? null }));
  });
}

function sentencesByName(product: Product): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { what, sentence } of sentenceData(product)) found.set(what, [...(found.get(what) ?? []), sentence]);
  return found;
}
