/** All diagrams of a product that have something to show, in the order in which they are offered. */
import type { Product } from "@nonet/model";
import { accessDiagram } from "./access-diagram.ts";
import type { Diagram } from "./diagram.ts";
import { entityDiagram } from "./entity-diagram.ts";
import { machineDiagram } from "./machine-diagram.ts";
import { screenDiagram } from "./screen-diagram.ts";

export const diagramsOf = (product: Product): readonly Diagram[] =>
  [...product.machines.map((machine) => machineDiagram(product, machine)), entityDiagram(product), screenDiagram(product), accessDiagram(product)].filter(
    ({ nodes }) => nodes.length > 0,
  );
