/** Which entities' names contain a date that the document writes into them. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

const { product } = compile([
  {
    name: "tours.md",
    text: `# Tours

## 3. Entities and their fields

### Tour
- title: text, required
- day: date, required
- Shown as: \`title + ", " + string(day)\`

### Visit
- title: text, required
- day: date, required
- Shown as: {title} on {day}

### Guide
- name: text, required
- born on: date
- Shown as: \`name\`
`,
  },
]);

test("a date in an expression or between braces", () => {
  const { entities } = planProduct(product, { kind: "person", roles: [], owner: true }, { rehearsal: false });
  const dated = entities.filter(({ datedName }) => datedName).map(({ name }) => name);
  expect(dated).toEqual(["Tour", "Visit"]);
});
