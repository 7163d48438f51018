/** Who can do what: an edge from each role to each entity, labelled with the cells of point 6 that grant it. */
import type { Grant, Product } from "@nonet/model";
import type { Diagram, DiagramEdge } from "./diagram.ts";

export function accessDiagram({ permissions, entities }: Pick<Product, "permissions" | "entities">): Diagram {
  const edges = grantEdges(permissions.grants);
  const actors = [...new Set([...permissions.roles.map(({ name }) => name), ...permissions.grants.map(({ role }) => role)])];
  return {
    kind: "access",
    title: "Who can do what",
    nodes: [
      ...actors.map((name) => {
        const role = permissions.roles.find((one) => one.name === name);
        const includes = role?.includes.filter((one) => one !== name) ?? [];
        return { id: roleId(name), label: name, lines: includes.length > 0 ? [`includes ${includes.join(", ")}`] : [], shape: "end", span: role?.source ?? null } as const;
      }),
      ...entities
        .filter(({ name }) => edges.some(({ to }) => to === entityId(name)))
        .map(({ name, source }) => ({ id: entityId(name), label: name, lines: [], shape: "box", span: source }) as const),
    ],
    edges,
  };
}

const roleId = (name: string): string => `role ${name}`;
const entityId = (name: string): string => `entity ${name}`;

function grantEdges(grants: readonly Grant[]): readonly DiagramEdge[] {
  const pairs = new Map<string, { readonly grant: Grant; readonly words: Set<string> }>();
  for (const grant of grants) {
    const key = JSON.stringify([grant.role, grant.entity]);
    const pair = pairs.get(key) ?? { grant, words: new Set<string>() };
    pair.words.add(grantWords(grant));
    pairs.set(key, pair);
  }
  return [...pairs.values()].map(({ grant, words }) => ({ from: roleId(grant.role), to: entityId(grant.entity), label: [...words].join(", "), span: grant.source }));
}

/** A condition is marked here and written at the line. */
const grantWords = ({ verb, fields, where }: Grant): string =>
  `${typeof verb === "string" ? verb : verb.action}${fields === null ? "" : ` ${fields.join(", ")}`}${where === null ? "" : " (if)"}`;
