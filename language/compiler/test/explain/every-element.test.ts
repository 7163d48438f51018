/** Every element of a product has a sentence at its place. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import { sentences } from "../../src/explain/explain.ts";
import { compile } from "../../../../tests/compile-again.ts";

const document = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
const documents = [
  "examples/equipment-desk/equipment-desk.md",
  "examples/purchasing/purchasing.md",
  "examples/outlay/outlay.md",
  "examples/open-museum/open-museum.md",
  "examples/ward-rota/ward-rota.md",
  "examples/shelter/shelter.md",
  "examples/fleet/fleet.md",
  "fixtures/sound.md",
];

/** The place of every element of the model, whatever its kind. */
function placesOf(product: Product): Span[] {
  const found: Span[] = [];
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const source = (value as { source?: Span | null }).source;
    if (source && typeof source === "object" && "from" in source) found.push(source);
    for (const [key, inner] of Object.entries(value)) if (key !== "source" && key !== "type") visit(inner);
  };
  const { points: _points, notShown: _open, sources: _sources, ...elements } = product;
  visit(elements);
  return found;
}

describe.each(documents)("%s", (path) => {
  const text = document(path);
  const { product } = compile([{ name: "spec.md", text }]);
  const said = sentences(product);

  test("each element's line has a sentence", () => {
    const spans = said.flatMap((s) => (s.span ? [s.span] : []));
    const silent = placesOf(product).filter((place) => !spans.some((span) => span.file === place.file && span.from < place.to && place.from < span.to));
    expect(silent.map((span) => text.slice(span.from, span.to))).toEqual([]);
  });

  test("each sentence is complete", () => {
    const odd = said.filter(({ sentence }) => !/^[^\s][^]*\.$/.test(sentence) || /undefined|\[object|\s\s|\s[.,;]/.test(sentence.replace(/`[^`]*`/g, "")));
    expect(odd.map((s) => `${s.what}: ${s.sentence}`)).toEqual([]);
  });
});

test("rare elements have sentences too", () => {
  const { product } = compile([{ name: "spec.md", text: document("fixtures/sound.md") }]);
  const kinds = new Set(sentences(product).map((s) => s.what.replace(/"[^"]*"|\s.*$/g, "").trim()));
  for (const kind of ["sign-in", "audience", "screen", "states", "state", "own", "example", "role", "rule", "error", "call"]) expect(kinds, [...kinds].join(", ")).toContain(kind);
});
