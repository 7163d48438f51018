/** Point 9 as a whole: constants, functions, decision tables and calendars, and their checks. */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import { compileCalendars } from "./calendars.ts";
import { compileConstants } from "./constants.ts";
import { compileTables } from "./decision-tables.ts";
import { checkCallableNames, compileFunctions } from "./functions.ts";
import { noCircularDefinition } from "./no-circular-definition.ts";

export function compileBusiness(ctx: PointCompiler): Pick<Product, "constants" | "functions" | "tables" | "calendars"> {
  const constants = compileConstants(ctx);
  const functions = compileFunctions(ctx);
  const tables = compileTables(ctx);
  const calendars = compileCalendars(ctx);
  checkCallableNames(ctx);
  const circular = noCircularDefinition(ctx, constants, functions, tables);
  // A definition that depends on itself would be followed without end.
  const sound = (name: string): boolean => !circular.has(fold(name));
  return { constants: constants.filter((c) => sound(c.name)), functions: functions.filter((f) => sound(f.name)), tables: tables.filter((t) => sound(t.name)), calendars };
}
