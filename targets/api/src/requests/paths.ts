/**
 * Paths of the API, and how derived paths are distinguished from fixed ones. An entity's path is `/api/` and its plural.
 * If that is also a fixed path, the kind of request decides: an event stream at `/api/events`, an HTML page at
 * `/api/docs`, a multipart upload at `/api/files`; all other requests there go to the entity. If an entity is called
 * `people`, the Owner's list of people is at `/api/-/people` only. The four session paths are never an entity's.
 */
import type { Action, Call, Entity, OfferedCall, Product } from "@nonet/model";

export const sessionPaths: readonly string[] = ["register", "sign-in", "sign-out", "me"];

export const entityAtPath = (product: Product, path: string): Entity | undefined => product.entities.find((e) => e.path === path);

/** Every action of an entity, of all its machines. */
export const actionsOf = (product: Product, entity: string): readonly Action[] => product.machines.filter((m) => m.entity === entity).flatMap((m) => m.actions);

/** The keys that an action's body may contain: its input; for a decision by several people also `decision` and the input of the refusing action. */
export function answerableKeys(product: Product, entity: string, action: Action): ReadonlySet<string> {
  const as = action.decision?.refusedBy?.as;
  const refusing = as ? actionsOf(product, entity).find((a) => a.name === as) : undefined;
  return new Set([...action.asks, ...(refusing?.asks ?? [])].map((a) => a.field.key).concat(action.decision ? ["decision"] : []));
}

export interface ReceivedMatch {
  readonly call: Call;
  readonly path: Readonly<Record<string, string>>;
}

export interface OfferedMatch extends ReceivedMatch {
  readonly does: OfferedCall;
}

/** The received call for a method and a path, with the path's parameters (`/hooks/:shop`). */
export const receivedCallAt = (product: Product, method: string, path: string): ReceivedMatch | undefined => callAt(product, "received", method, path);

/** The offered call for a method and a path. */
export function offeredCallAt(product: Product, method: string, path: string): OfferedMatch | undefined {
  const match = callAt(product, "offered", method, path);
  return match?.call.does.kind === "offered" ? { ...match, does: match.call.does } : undefined;
}

/** If several match, the one with the fewest parameters wins: `/articles/feed` before `/articles/:slug`. */
function callAt(product: Product, kind: "received" | "offered", method: string, path: string): ReceivedMatch | undefined {
  let found: ReceivedMatch | undefined;
  for (const call of product.calls) {
    if (call.does.kind !== kind || call.does.method.toUpperCase() !== method) continue;
    const parameters = matchPath(call.does.path, path);
    if (parameters && (!found || Object.keys(parameters).length < Object.keys(found.path).length)) found = { call, path: parameters };
  }
  return found;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const name = /^(?::(.+)|\{(.+)\})$/.exec(part);
    if (!name) {
      if (part !== given[i]) return undefined;
      continue;
    }
    const text = decoded(given[i]!);
    if (text === undefined) return undefined;
    parameters[(name[1] ?? name[2])!] = text;
  }
  return parameters;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
