/** Point 7: the method and path of an incoming call, and the variables that it binds. */
import { fold, type Type } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { boundBy } from "../statements/bound.ts";
import { isNotShown } from "../text/split.ts";

/** Paths that the product itself needs, whatever the document offers. Those of the derived API are checked where its address is known. */
export const ownPaths = /^\/(-|rehearsal|link|assets|healthz|readyz|metrics)(\/|$)|^\/api\/-(\/|$)|^\/$/;

/** `METHOD /path/:name`. */
export function readOffer(ctx: PointCompiler, words: TextSpan, example: string): { readonly method: string; readonly path: string } | null {
  if (isNotShown(words)) {
    ctx.notShown("the path of a call", words.span);
    return null;
  }
  const match = /^(GET|POST|PUT|PATCH|DELETE)\s+(\/\S*)$/i.exec(code(words).text);
  if (!match) ctx.report("unreadable-value", words.span, `"${words.text}" is not a request.`, { hint: `Write \`${example}\`.` });
  else if (ownPaths.test(match[2]!.toLowerCase())) ctx.report("path-taken", words.span, `The product itself uses ${match[2]!}.`, { hint: "Choose another path." });
  else return { method: match[1]!.toUpperCase(), path: match[2]! };
  return null;
}

/** Two calls with the same address are an error: the second could never be reached. The names of parameters don't matter. */
export function checkPaths(ctx: PointCompiler, calls: readonly { readonly method: string; readonly path: string; readonly name: string; readonly words: TextSpan }[]): void {
  const seen = new Map<string, string>();
  for (const call of calls) {
    const key = `${call.method} ${call.path.replace(/:[^/]+|\{[^/]+\}/g, ":")}`;
    const other = seen.get(key);
    if (other !== undefined) ctx.report("path-taken", call.words.span, `"${other}" already uses ${call.method} ${call.path}.`);
    else seen.set(key, call.name);
  }
}

/** The path's parameters are texts. */
export function pathType(path: string): Type {
  const names = [...path.matchAll(/(?<=\/)(?::([^/]+)|\{([^/]+)\})/g)].map((m) => (m[1] ?? m[2])!);
  return names.length === 0
    ? { kind: "any" }
    : { kind: "context", entries: Object.fromEntries(names.map((name) => [fold(name).replace(/[-_]/g, " "), { kind: "string" } as const])) };
}

/** The names that statements bind for the statements after them. */
export const boundNames = (then: readonly Statement[]): Record<string, Type> => Object.fromEntries(then.flatMap(boundBy));
