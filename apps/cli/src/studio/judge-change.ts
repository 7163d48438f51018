/** What a change of the document would do, in sentences: to the tables, to the stored records, and to what each role may do. */
import type { ImpactLine } from "@nonet/api";
import type { ChangePreview, Engine } from "@nonet/engine";
import { planProduct } from "@nonet/screens";
import { permissionChanges } from "@nonet/services";
import { lineMap } from "@nonet/source";
import type { Compiled } from "../specification/compile-specification.ts";
import { hasErrors, inDocumentOrder } from "../terminal/print-diagnostics.ts";

export interface Judgment {
  readonly engine: Pick<Engine, "product" | "previewChange">;
  readonly compiled: Compiled;
  readonly send: (line: ImpactLine) => void;
  readonly signal: AbortSignal;
}

export async function judgeChange({ engine, compiled, send, signal }: Judgment): Promise<void> {
  if (hasErrors(compiled.diagnostics)) return send({ kind: "failed", text: `The text has errors, so it can't be evaluated yet. ${firstError(compiled)}` });
  const began = performance.now();
  // What needs no record comes first.
  for (const { role, kind, sentence } of permissionChanges(engine.product, compiled.product)) send({ kind, text: sentence, role });
  const routeOf = recordRoutes(engine.product);
  await engine.previewChange(compiled.product, (part) => send(lineOf(part, routeOf, performance.now() - began)), signal);
}

/** The editor marks most errors itself, but not expressions that PostgreSQL can't compute. */
export function firstError({ diagnostics, product }: Compiled): string {
  const [first] = inDocumentOrder(diagnostics.filter(({ severity }) => severity === "error"));
  const source = product.sources[first!.span.file];
  const line = source ? `Line ${lineMap(source.text)(first!.span.from).line}${product.sources.length > 1 ? ` of ${source.name}` : ""}: ` : "";
  return `${line}${first!.message}${first!.hint ? ` ${first!.hint}` : ""}`;
}

type RouteOf = (entity: string, id: string) => string | null;

function lineOf(part: ChangePreview, routeOf: RouteOf, milliseconds: number): ImpactLine {
  switch (part.kind) {
    case "change":
    case "loss":
      return { kind: part.kind, text: part.sentence };
    case "violation":
      return {
        kind: part.stops ? "stop" : "violation",
        text: `${part.count} of the ${part.what}.`,
        count: part.count,
        records: part.shown.map((title, i) => ({ title, route: routeOf(part.entity, part.ids[i]!) })),
      };
    case "judged":
      return { kind: "judged", at: part.at, records: part.records, milliseconds: Math.round(milliseconds) };
  }
}

/** The pages of records as the Owner opens them; a route's parameter takes the id too. */
function recordRoutes(product: Engine["product"]): RouteOf {
  const { entities } = planProduct(product, { kind: "person", roles: [], owner: true }, { rehearsal: false });
  const routes = new Map(entities.map(({ name, recordRoute }) => [name, recordRoute]));
  return (entity, id) => routes.get(entity)?.replace(/:[^/]+/, encodeURIComponent(id)) ?? null;
}
