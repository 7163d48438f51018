/** Which entities' names contain a date that the document writes into them. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

const { product } = compile([
  {
    name: "tours.md",
    text: `# Tours

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /tours/:id | Tour | Tour | everyone |
| /visits/:id | Visit | Visit | everyone |
| /guides/:id | Guide | Guide | everyone |

### Tour
- Title: {"Tour of " + string(day)}

### Visit
- Title: Visit of {tour}

### Guide
- Title: Guide {name}

## 3. Entities and their fields

### Tour
- title: text, required
- day: date, required
- Shown as: \`title + ", " + string(day)\`

### Visit
- title: text, required
- day: date, required
- tour: Tour
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

test("a page's title with a date in it, or in the name of a record that it names", () => {
  const { screens } = planProduct(product, { kind: "person", roles: [], owner: true }, { rehearsal: false });
  const own = screens.filter(({ name }) => ["Tour", "Visit", "Guide"].includes(name));
  expect(own.map(({ name, body }) => [name, body.kind === "record" && body.datedTitle === true])).toEqual([
    ["Tour", true],
    ["Visit", true],
    ["Guide", false],
  ]);
});
