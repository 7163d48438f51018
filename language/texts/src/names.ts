/** Values of texts that are names of the document: entities, actions and roles, which the document may translate. */
import type { TextValues } from "./translator.ts";

const nameKeys: ReadonlySet<string> = new Set(["entity", "plural", "action", "part", "role", "role2", "registersAs", "archived", "refersTo", "target", "what"]);

/** The values with each name as `named` shows it. */
export function withNames(values: TextValues | undefined, named: (text: string) => string): TextValues | undefined {
  if (!values || !Object.keys(values).some((key) => nameKeys.has(key))) return values;
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === "string" && nameKeys.has(key) ? named(value) : value]));
}
