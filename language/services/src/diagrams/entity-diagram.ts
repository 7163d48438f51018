/** The entities with their stored fields, and an edge for each reference between them. */
import type { Entity, Field, Product } from "@nonet/model";
import type { Diagram, DiagramEdge } from "./diagram.ts";

export function entityDiagram({ entities }: Pick<Product, "entities">): Diagram {
  const edges = entities.flatMap((entity) => entity.fields.flatMap((field) => referenceOf(entity, field)));
  // `User` exists in every product: it is drawn if the document describes it or something refers to it.
  const drawn = entities.filter(({ name, source }) => source !== null || edges.some(({ to }) => to === name));
  return {
    kind: "entities",
    title: "Entities",
    nodes: drawn.map(({ name, fields, source }) => ({
      id: name,
      label: name,
      lines: fields.filter(({ type, source: stated }) => type.kind !== "inverse" && stated !== null).map(fieldLine),
      shape: "box",
      span: source,
    })),
    edges: edges.filter(({ from, to }) => [from, to].every((end) => drawn.some(({ name }) => name === end))),
  };
}

const fieldLine = ({ name, type, computed }: Field): string =>
  `${name}: ${type.kind === "reference" ? type.entity : type.kind === "references" ? `list of ${type.entity}` : type.kind === "formatted" ? type.format : type.kind}${computed ? " =" : ""}`;

function referenceOf(entity: Entity, { name, type, source }: Field): readonly DiagramEdge[] {
  if (type.kind !== "reference" && type.kind !== "references") return [];
  return [{ from: entity.name, to: type.entity, label: type.kind === "references" ? `${name} (many)` : name, span: source }];
}
