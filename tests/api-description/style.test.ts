/** What redocly and spectral ask of a description (\`npm run lint:api\`) that a change of ours could break, for every example. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openApi } from "@nonet/api";
import { compile } from "@nonet/compiler";
import { expect, test } from "vitest";
import { root } from "../nonet-process.ts";

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** Every object in a description. */
function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
  for (const one of Object.values(value)) yield* objectsIn(one);
}

test.each(readdirSync(join(root, "examples")))("%s", (name) => {
  const { product } = compile([{ name: `${name}.md`, text: readFileSync(join(root, `examples/${name}/${name}.md`), "utf8") }]);
  const description = openApi(product);
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path) as Described[]);
  const tags = new Map(description.tags.map((tag) => [tag.name, tag.description]));
  expect(operations.filter((one) => one.description.trim() === "" || one.summary.trim() === "").map((one) => one.operationId)).toEqual([]);
  expect(operations.filter((one) => one.tags.some((tag) => !tags.get(tag))).map((one) => one.operationId)).toEqual([]);
  expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length);
  expect(description.info).toMatchObject({
    description: expect.stringMatching(/\S/),
    contact: { name: expect.any(String) },
    license: { name: expect.any(String), identifier: expect.any(String) },
  });
  const lists = [...objectsIn(description.components.schemas)].filter(({ type }) => type === "array" || (Array.isArray(type) && type.includes("array")));
  expect(lists.filter(({ items }) => items === undefined)).toEqual([]);
  const referred = new Set([...objectsIn(description)].flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref.split("/").at(-1)] : [])));
  expect(Object.keys(description.components.schemas).filter((one) => !referred.has(one))).toEqual([]);
  const places = Object.keys(description.paths).map((path) => path.replace(/\{[^}]+\}/g, "{}"));
  expect(new Set(places).size).toBe(places.length);
});
