/** Compiles points 1, 2, 8 and 9 of a document by themselves: text in, model and diagnostics out. */
import { expect } from "vitest";
import { makeTreeReader } from "@nonet/notation";
import { declareCalls } from "../src/declare/names.ts";
import { declareEntities } from "../src/declare/entities.ts";
import { declareAllRoles } from "../src/declare/roles.ts";
import { makeContext } from "../src/context/make-context.ts";
import { type PointCompiler } from "../src/context/point-compiler.ts";
import { compileAbout } from "../src/about/about.ts";
import { compileConstants } from "../src/constants/constants.ts";
import { declareCodes } from "../src/declare/names.ts";
import { declareConstants } from "../src/declare/constants.ts";
import { declareScreens } from "../src/declare/names.ts";
import { compileErrors } from "../src/errors/errors.ts";
import { compileMachines } from "../src/states/machines.ts";
import { compileScreens } from "../src/screens/screens.ts";
import { makeMemory, noMemory } from "../src/incremental/memory.ts";
import { desk } from "./desk.ts";

export function contextOf(text: string): PointCompiler {
  const read = makeTreeReader().read([{ name: "spec.md", text }]);
  const { tree } = read;
  const roles = declareAllRoles(tree);
  const entities = declareEntities(
    tree,
    noMemory,
    [...roles.values()].map(({ name }) => name),
  );
  const declared = {
    entities: entities.drafts,
    roles,
    calls: declareCalls(tree),
    codes: declareCodes(tree),
    constants: declareConstants(tree),
    screens: declareScreens(tree),
  };
  return makeContext(read, declared, entities, makeMemory());
}

/** Compiles the four points; each diagnostic comes as `code at "the words"`. */
export function read(text: string) {
  const context = contextOf(text);
  const about = compileAbout(context);
  const screens = compileScreens(context, { calls: [], machines: compileMachines(context, []) });
  const errors = compileErrors(context);
  const constants = compileConstants(context);
  const diagnostics = context.findings.diagnostics.map((d) => `${d.code} at "${text.slice(d.span.from, d.span.to)}"`);
  return { about, screens, errors, constants, diagnostics, opens: [...new Map(context.findings.opens).keys()] };
}

/** Compiles the Equipment Desk with one change. */
export const changed = (from: string, to: string) => {
  expect(desk).toContain(from);
  return read(desk.replace(from, to));
};
