/** The screens that a line makes: the line's own screen, the page of its initial record, or those that show the record type that it describes. */
import type { InitialRecord, Screen } from "@nonet/model";
import type { CheckedDocument } from "../document/checked-document.ts";
import { lineSpan } from "./elements.ts";

export interface ScreenAt {
  readonly name: string;
  readonly route: string;
}

/** Those that open without a parameter come first. */
export function screensAt(document: CheckedDocument, file: number, offset: number): readonly ScreenAt[] {
  const { product, layout } = document.compiled.unplaced;
  const line = lineSpan(document, file, offset);
  const own = product.screens.filter(({ source }) => source !== null && source.file === file && layout.from(source) <= line.to && line.from <= layout.to(source));
  if (own.length > 0) return sorted(own);
  for (const { name: of, initialRecords } of product.entities) {
    const record = initialRecords.find(({ source }) => source.file === file && layout.from(source) <= line.to && line.from <= layout.to(source));
    const shown = product.screens.filter(({ shows }) => "entity" in shows && shows.entity === of);
    if (record) return [...shown.flatMap((screen) => pageOf(screen, record) ?? []), ...sorted(shown)];
  }
  const entity = entityAt(document, file, line.from);
  return entity === null ? [] : sorted(product.screens.filter(({ shows }) => "entity" in shows && shows.entity === entity));
}

/** The record's page, where the route names a field whose value the line says. */
function pageOf({ name, route, shows }: Screen, { values }: InitialRecord): ScreenAt | null {
  const value = shows.kind === "record" && shows.parameter !== null ? values[shows.parameter] : undefined;
  if (value?.kind !== "literal" || value.value === null) return null;
  const key = String(value.value);
  return { name: `${name} ${key}`, route: route.replace(/:[^/]+/, encodeURIComponent(key)) };
}

const sorted = (screens: readonly Screen[]): readonly ScreenAt[] =>
  [...screens].sort((a, b) => Number(a.route.includes(":")) - Number(b.route.includes(":"))).map(({ name, route }) => ({ name, route }));

/** The entity whose section in point 3 or 4 contains the offset. */
function entityAt({ compiled, sources }: CheckedDocument, file: number, offset: number): string | null {
  const { product, tree, layout } = compiled.unplaced;
  for (const number of [3, 4]) {
    const point = tree.points[number - 1]!;
    const sections = point.sections.filter(({ title }) => title.span.file === file);
    const at = sections.findLast(({ title }) => layout.from(title.span) - 4 <= offset);
    const end = at && /\n##? /g;
    if (!at || !end) continue;
    end.lastIndex = layout.to(at.title.span);
    const stop = end.exec(sources[file]!.text)?.index ?? Number.POSITIVE_INFINITY;
    if (offset > stop) continue;
    const name = at.title.text.trim().toLowerCase();
    const entity = product.entities.find((one) => name === one.name.toLowerCase() || name.startsWith(`${one.name.toLowerCase()} `));
    if (entity) return entity.name;
  }
  return null;
}
