/** The roles of point 6 by their folded names, with the Owner whom every product has. */
import { onceForAll } from "../scope/example-scope.ts";
import { foldName } from "./scan.ts";

export const rolesOf = onceForAll((story): ReadonlyMap<string, string> => new Map([...story.roles, "Owner"].map((role) => [foldName(role), role])));
