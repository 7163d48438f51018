/** Finds the screen whose route matches a path. */

/** The decoded parameters of a route as the document writes it (`/loans/:number`), or null if the path doesn't match. */
export function matchRoute(route: string, path: string): Record<string, string> | null {
  const pattern = segments(route);
  const actual = segments(path);
  if (pattern.length !== actual.length) return null;
  const parameters: Record<string, string> = {};
  for (const [i, part] of pattern.entries()) {
    const value = actual[i]!;
    if (part.startsWith(":")) parameters[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return parameters;
}

/** The most specific match: at the first segment in which two routes differ, a fixed segment wins over a parameter. */
export function findRoute<T extends { readonly route: string }>(screens: readonly T[], path: string): { screen: T; parameters: Record<string, string> } | null {
  const matches = screens.flatMap((screen) => {
    const parameters = matchRoute(screen.route, path);
    return parameters ? [{ screen, parameters }] : [];
  });
  return matches.sort((a, b) => compareSpecificity(a.screen.route, b.screen.route))[0] ?? null;
}

function compareSpecificity(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)];
  const at = left.findIndex((part, i) => part.startsWith(":") !== right[i]!.startsWith(":"));
  return at < 0 ? 0 : left[at]!.startsWith(":") ? 1 : -1;
}

const segments = (path: string): string[] => path.split("/").filter(Boolean);

/** Returns a text with a malformed `%` unchanged; the screen then reports that the record doesn't exist. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
