/**
 * How the derived API's paths are told apart from its fixed ones. An entity answers at `/api/` and its plural; where
 * that is also a fixed path, the form of the request decides: an event stream is asked for at `/api/events`, a page
 * for people at `/api/docs`, an upload is multipart at `/api/files`; everything else there is the entity's. Where an
 * entity is called `people`, the Owner's list of people stands at `/api/-/people` alone. A session's paths can't be
 * an entity's: those four are the only plurals that the API can't serve.
 */
import type { Action, Call, Entity, Product } from "@nonet/model";

export const sessionPaths: readonly string[] = ["register", "sign-in", "sign-out", "me"];

export const entityAtPath = (product: Product, path: string): Entity | undefined => product.entities.find((e) => e.path === path);

/** Every action of an entity, whichever of its machines has it. */
export const actionsOf = (product: Product, entity: string): readonly Action[] => product.machines.filter((m) => m.entity === entity).flatMap((m) => m.actions);

/** Actions that make a record: those with a `(new)` row. */
export function creatingActions(product: Product, entity: string): readonly Action[] {
  return product.machines
    .filter((m) => m.entity === entity)
    .flatMap((m) => m.actions.filter((a) => m.transitions.some((t) => t.from === null && t.trigger.kind === "action" && t.trigger.action === a.name)));
}

export interface ReceivedMatch {
  readonly call: Call;
  readonly path: Readonly<Record<string, string>>;
}

/** The received call that a method and a path name, with its path's parameters (`/hooks/:shop`). */
export function receivedCallAt(product: Product, method: string, path: string): ReceivedMatch | undefined {
  for (const call of product.calls) {
    if (call.does.kind !== "received" || call.does.method.toUpperCase() !== method) continue;
    const parameters = matchPath(call.does.path, path);
    if (parameters) return { call, path: parameters };
  }
  return undefined;
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
