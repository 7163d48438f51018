/** The names that people have given to what was imported: they are kept when the source is read again. */
import { markIn } from "./units.ts";

/** By the mark of an entity or a field. */
export function givenNames(written: string, base: string): ReadonlyMap<string, string> {
  const before = namesIn(base);
  return new Map([...namesIn(written)].filter(([mark, name]) => before.has(mark) && before.get(mark) !== name));
}

function namesIn(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const mark = markIn(line);
    const name = mark === null ? undefined : (/^###\s+(.+?)\s*(?:\((?:plural|part of)[^)]*\)\s*)?<!--/.exec(line)?.[1] ?? /^-\s+([^:`]+?):\s/.exec(line)?.[1]);
    if (mark !== null && name !== undefined && !/ on delete$|constraint |index |database /.test(mark)) names.set(mark, name);
  }
  return names;
}
