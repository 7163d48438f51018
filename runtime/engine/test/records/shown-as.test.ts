/** The name of a record, and a text's default, written as texts with expressions. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = clerkSpec({
  name: "Shelter",
  about: ["**Time zone**: Europe/Berlin", "**Currency**: EUR"],
  screens: "| Route | Screen | Shows | For |\n|---|---|---|---|\n| / | Animals | list of Animal | everyone |",
  grants: ["Species", "Animal", "Note"],
  entities: `### Species

- name: text, required, unique

### Animal

- name: text, required
- species: Species
- born on: date
- fee: money
- wild: yes/no, required, default ✅
- label: text, default "{me.name}'s"
- Shown as: "{name} ({species.name}) {fee} {born on}"

### Note

- animal: Animal, required
- Shown as: On {animal.name}`,
});

let small: Small;
beforeAll(async () => {
  small = await openSmall(text);
}, 120_000);
afterAll(() => small.close());

test("an empty value adds nothing to the record's name", async () => {
  const clerk = await small.as("clerk");
  const species = await small.make(clerk, "Species", { name: "cat" });
  const tom = await small.make(clerk, "Animal", { name: "Tom", species: species.id, bornOn: "2026-03-01", fee: "12.50" });
  const stray = await small.make(clerk, "Animal", { name: "Stray" });
  const notes = [await small.make(clerk, "Note", { animal: tom.id }), await small.make(clerk, "Note", { animal: stray.id })];
  const said = ["Tom (cat) 12.5 2026-03-01", "Stray ()  "];
  expect(notes.map(({ animal }) => animal)).toMatchObject(said.map((shownAs) => ({ shownAs })));
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Note" })).items.map(({ animal }) => animal)).toEqual(
    expect.arrayContaining(said.map((shownAs) => expect.objectContaining({ shownAs }) as unknown)),
  );
});

test("a text's default contains the values that it names", async () => {
  const clerk = await small.as("clerk");
  const animal = await small.make(clerk, "Animal", { name: "Mia" });
  const label = animal["label"] as string;
  expect(label).toMatch(/^[^{}]+'s$/);
  expect(animal).toMatchObject({ wild: true });
});
