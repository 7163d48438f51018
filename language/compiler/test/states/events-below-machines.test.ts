/** `On create` and the other events of an entity may stand below its machine. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";

const text = (ofEntity: string, ofMachine: string): string =>
  `# Incidents\n\n## 3. Entities\n\n### Incident\n\n- title: text, required\n- note: text\n${ofEntity}\n\n## 4. States and transitions\n\n### Incident\n\n- Starts as: open\n- Ends as: closed\n${ofMachine}\n\n| From | Action | To | Who |\n|---|---|---|---|\n| open | Close | closed | Clerk |\n\n## 6. Roles\n\n- **Clerk**\n\n| | Clerk |\n|---|---|\n| Incident | all |\n`;

const read = (ofEntity: string, ofMachine: string) => {
  const { product, diagnostics } = compile([{ name: "spec.md", text: text(ofEntity, ofMachine) }]);
  const events = JSON.stringify(product.entities.find(({ name }) => name === "Incident")!.events, (key, value: unknown) =>
    key === "span" || key === "source" ? undefined : value,
  );
  return { events, found: diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code) };
};

test.each([
  ["- **On creation:** set note = title", "- On create: set note = `title`"],
  ["- On entering closed: set note = title", "- On entering closed: set note = `title`"],
  ["- On change of title: set note = title", "- On change of title: set note = `title`"],
])("%s", (line, canonical) => {
  expect(read("", line)).toEqual(read(canonical, ""));
  expect(read("", line).found).toEqual([]);
});

test("what is wrong in it is reported once, at its line", () => {
  expect(read("", "- On creation: set nothing = title").found).toEqual(["not-a-field"]);
  expect(read("", "- On hold: set note = title").found).toEqual(["unknown-attribute"]);
});
