/**
 * How the derived API's paths are told apart from its fixed ones. An entity answers at `/api/` and its plural; where
 * that is also a fixed path, the form of the request decides: an event stream is asked for at `/api/events`, a page
 * for people at `/api/docs`, an upload is multipart at `/api/files`; everything else there is the entity's. Where an
 * entity is called `people`, the Owner's list of people stands at `/api/-/people` alone. A session's paths can't be
 * an entity's: those four are the only plurals that the API can't serve.
 */
import type { Action, Call, Entity, OfferedCall, Product } from "@nonet/model";

export const sessionPaths: readonly string[] = ["register", "sign-in", "sign-out", "me"];

export const entityAtPath = (product: Product, path: string): Entity | undefined => product.entities.find((e) => e.path === path);

/** Every action of an entity, whichever of its machines has it. */
export const actionsOf = (product: Product, entity: string): readonly Action[] => product.machines.filter((m) => m.entity === entity).flatMap((m) => m.actions);

/** What the body of an action may hold: its asked fields; of one that several people decide also `decision`, and with a no what the refusing action asks. */
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

/** The received call that a method and a path name, with its path's parameters (`/hooks/:shop`). */
export const receivedCallAt = (product: Product, method: string, path: string): ReceivedMatch | undefined => callAt(product, "received", method, path);

/** The offered call that a method and a path name. */
export function offeredCallAt(product: Product, method: string, path: string): OfferedMatch | undefined {
  const match = callAt(product, "offered", method, path);
  return match?.call.does.kind === "offered" ? { ...match, does: match.call.does } : undefined;
}

/** Where several fit, the one with the fewest parameters: `/articles/feed` before `/articles/:slug`. */
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
