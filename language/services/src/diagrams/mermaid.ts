/** A diagram in the language of Mermaid, which GitHub, GitLab and many editors draw in Markdown. */
import type { Diagram, DiagramNode } from "./diagram.ts";

export function mermaidOf(diagram: Diagram): string {
  const ids = new Map(diagram.nodes.map(({ id }, i) => [id, `n${i}`]));
  return diagram.kind === "states" ? stateDiagram(diagram, ids) : flowchart(diagram, ids);
}

function stateDiagram({ nodes, edges }: Diagram, ids: ReadonlyMap<string, string>): string {
  const start = nodes.find(({ shape }) => shape === "start")?.id;
  const named = nodes.filter(({ id }) => id !== start);
  const lines = edges.map(({ from, to, label }) => `${from === start ? "[*]" : ids.get(from)} --> ${ids.get(to)}${label === "" ? "" : `: ${escaped(label)}`}`);
  const ends = named.filter(({ shape }) => shape === "end").map(({ id }) => `${ids.get(id)} --> [*]`);
  return ["stateDiagram-v2", ...[...named.map(({ id, label }) => `state "${escaped(label)}" as ${ids.get(id)}`), ...lines, ...ends].map((line) => `  ${line}`)].join("\n");
}

function flowchart({ nodes, edges }: Diagram, ids: ReadonlyMap<string, string>): string {
  const lines = [
    ...nodes.map((node) => `${ids.get(node.id)}${node.shape === "end" ? `(["${text(node)}"])` : `["${text(node)}"]`}`),
    ...edges.map(({ from, to, label }) => `${ids.get(from)} -->${label === "" ? "" : `|"${escaped(label)}"|`} ${ids.get(to)}`),
  ];
  return ["flowchart LR", ...lines.map((line) => `  ${line}`)].join("\n");
}

const text = ({ label, lines }: DiagramNode): string => [label, ...lines].map(escaped).join("<br>");

/** What would end a label or begin another statement is written as an entity code. */
const escaped = (label: string): string => label.replace(/\s+/g, " ").replace(/["#;:<>{}|`[\]]/g, (character) => `#${character.codePointAt(0)};`);
