/** The places of the diagrams' parts, for every example: inside the drawing, and no box over another. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "@nonet/compiler";
import { diagramsOf } from "@nonet/services";
import { placeDiagram, type PlacedNode } from "../src/diagrams/placed-diagram.ts";

const examples = ["equipment-desk", "purchasing", "ward-rota", "shelter"];
const diagrams = examples.flatMap((name) => {
  const text = readFileSync(join(import.meta.dirname, "../../../examples", name, `${name}.md`), "utf8");
  return diagramsOf(compile([{ name: `${name}.md`, text }]).product).map((diagram) => ({ name: `${name}: ${diagram.title}`, diagram, placed: placeDiagram(diagram) }));
});

const overlap = (a: PlacedNode, b: PlacedNode): boolean => Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

describe.each(diagrams)("$name", ({ diagram, placed }) => {
  it("has every part, inside the drawing", () => {
    expect([placed.nodes.length, placed.edges.length]).toEqual([diagram.nodes.length, diagram.edges.length]);
    for (const { x, y, width, height } of placed.nodes)
      expect([x - width / 2 >= 0, y - height / 2 >= 0, x + width / 2 <= placed.width, y + height / 2 <= placed.height]).toEqual([true, true, true, true]);
    for (const { points, labelAt } of placed.edges) {
      expect(points.length).toBeGreaterThanOrEqual(2);
      expect([points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)), labelAt.x <= placed.width, labelAt.y <= placed.height]).toEqual([true, true, true]);
    }
  });

  it("has no box over another", () => {
    const over = placed.nodes.flatMap((one, i) => placed.nodes.slice(i + 1).flatMap((other) => (overlap(one, other) ? [`${one.id} and ${other.id}`] : [])));
    expect(over).toEqual([]);
  });
});
