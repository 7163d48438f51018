/** The diagrams of a document: what they contain, and where each part leads. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "@nonet/compiler";
import { diagramsOf } from "../src/diagrams/diagrams.ts";
import { mermaidOf } from "../src/diagrams/mermaid.ts";

const examples = join(import.meta.dirname, "../../../examples");
const productOf = (text: string) => compile([{ name: "desk.md", text }]).product;

const desk = `# Specification: Desk

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Loans | list of Loan | Clerk |
| /loans/:id | Loan | Loan | Clerk |
| /new | New loan | form for Loan | Clerk |

### New loan

- After saving: /

## 3. Entities and their fields

### Loan

- title: text, required
- reader: User
- until: date

## 4. States and transitions

### Loan

- Starts as: wished
- Ends as: "sent: back"

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| wished | Hand out | out | Clerk | | |
| out | (after 3 days past \`until\`) | sent: back | system | | |

## 6. Roles and permissions

- **Clerk** — works at the desk

| | Clerk |
|---|---|
| Loan | all |
`;

describe("diagrams", () => {
  const text = desk.replaceAll('"sent: back"', "back").replaceAll("sent: back", "back");
  const diagrams = diagramsOf(productOf(text));
  const named = (title: string) => diagrams.find((one) => one.title === title)!;

  it("show a machine with its start, its ends and what changes the state", () => {
    const { nodes, edges } = named("States of Loan");
    expect(nodes.map(({ label, shape }) => `${label} ${shape}`)).toEqual([" start", "wished box", "out box", "back end"]);
    expect(edges.map(({ from, to, label }) => `${from} > ${to}: ${label}`)).toEqual([
      "start > state wished: ",
      "state wished > state out: Hand out",
      "state out > state back: after 3 days past until",
    ]);
  });

  it("lead to the line of each part", () => {
    const { edges } = named("States of Loan");
    expect(text.slice(edges[1]!.span!.from, edges[1]!.span!.to)).toContain("Hand out");
  });

  it("show entities with their fields and references, the ways between screens, and who can do what", () => {
    expect(named("Entities").edges.map(({ from, to, label }) => `${from} > ${to}: ${label}`)).toEqual(["Loan > User: reader"]);
    expect(named("Entities").nodes.find(({ id }) => id === "Loan")?.lines).toEqual(["title: text", "reader: User", "until: date"]);
    expect(named("Screens").edges.map(({ from, to, label }) => `${from} > ${to}: ${label}`)).toEqual(["Loans > Loan: opens", "New loan > Loans: after saving"]);
    expect(named("Who can do what").edges.map(({ from, to, label }) => `${from} > ${to}: ${label}`)).toEqual([
      expect.stringMatching(/^role Clerk > entity Loan: create, read, update, delete/),
    ]);
  });

  it("are written as Mermaid, with a label's own signs escaped", () => {
    expect(mermaidOf(named("States of Loan"))).toBe(
      [
        "stateDiagram-v2",
        '  state "wished" as n1',
        '  state "out" as n2',
        '  state "back" as n3',
        "  [*] --> n1",
        "  n1 --> n2: Hand out",
        "  n2 --> n3: after 3 days past until",
        "  n3 --> [*]",
      ].join("\n"),
    );
    expect(mermaidOf({ kind: "screens", title: "", nodes: [{ id: "a", label: 'a "b"; [c]', lines: [], shape: "box", span: null }], edges: [] })).toBe(
      'flowchart LR\n  n0["a #34;b#34;#59; #91;c#93;"]',
    );
  });

  it.each(readdirSync(examples))("of %s have an end for each edge, and every edge of a machine has its line", (name) => {
    const folder = join(examples, name);
    const sources = readdirSync(folder)
      .filter((file) => file.endsWith(".md"))
      .map((file) => ({ name: file, text: readFileSync(join(folder, file), "utf8") }));
    const { product } = compile(sources);
    for (const { kind, nodes, edges } of diagramsOf(product)) {
      const ids = new Set(nodes.map(({ id }) => id));
      expect(ids.size).toBe(nodes.length);
      expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
      if (kind === "states") expect(edges.every(({ span }) => span !== null)).toBe(true);
    }
    expect(diagramsOf(product).filter(({ kind }) => kind === "states")).toHaveLength(product.machines.length);
  });
});
