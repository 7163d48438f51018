/** `nonet diagram`: prints the diagrams of a specification as Mermaid. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { nonet, root } from "../nonet-process.ts";

const desk = join(root, "examples/equipment-desk/equipment-desk.md");

it("prints a block of Mermaid for each state machine, and with --all the other diagrams too", async () => {
  const machines = await nonet(["diagram", desk]);
  expect(machines.code, machines.err).toBe(0);
  expect(machines.out).toMatch(/^## States of \w+\n\n```mermaid\nstateDiagram-v2\n/);
  expect(machines.out).not.toContain("## Entities");
  const all = await nonet(["diagram", desk, "--all"]);
  for (const title of ["Entities", "Screens", "Who can do what"]) expect(all.out).toContain(`## ${title}\n\n\`\`\`mermaid\nflowchart LR\n`);
});

it("says that there is no state machine", async () => {
  const { code, out } = await nonet(["diagram", join(root, "examples/undetermined/undetermined.md")]);
  expect([code, out.trim()]).toEqual([0, "The specification has no state machine."]);
});
