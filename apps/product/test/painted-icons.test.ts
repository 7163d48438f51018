/** The icons of painted screens are those of the front end's library. */
import { expect, test } from "vitest";
import { iconShapes } from "../src/paint/icon-shapes.ts";

const fileOf = (name: string): string => `Icon${name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase())}.mjs`;

test.each(Object.entries(iconShapes))("%s", async (name, shape) => {
  const { __iconNode } = (await import(`@tabler/icons-react/dist/esm/icons/${fileOf(name)}`)) as { readonly __iconNode: readonly (readonly [string, { readonly d: string }])[] };
  expect(__iconNode.map(([tag, { d }]) => (tag === "path" ? d : tag)).join("")).toBe(shape);
});
