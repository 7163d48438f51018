/** What a screen shows besides lists: a dashboard's elements, a report, a record's or a form's extras. */
import { chartQuery, listQuery, numberQuery, reportQuery } from "@nonet/database";
import { camel, type DashboardElement } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ReportRow, ScreenAsk, ScreenValues, VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notSignedIn } from "../refusals/refusal.ts";
import { readFormScreen, readRecordScreen } from "./record-screen.ts";
import { mayOpenScreen } from "./screen-access.ts";

type Element = Extract<ScreenValues, { kind: "dashboard" }>["elements"][number];

export async function readScreenValues(running: Running, actor: Actor, name: string, ask: ScreenAsk = {}): Promise<Outcome<ScreenValues>> {
  const screen = running.product.screens.find((s) => s.name === name);
  if (!screen || !mayOpenScreen(running.product, actor, screen)) return screen && actor.kind === "anyone" ? notSignedIn() : notFound("Screen");
  const { shows } = screen;
  if (shows.kind === "dashboard") {
    const elements: Element[] = [];
    for (const element of shows.elements) elements.push(await readElement(running, actor, element));
    return done({ kind: "dashboard", elements });
  }
  if (shows.kind === "report") {
    const rows = await running.database.rows(reportQuery(running.product, readerOf(actor), shows));
    return done({ kind: "report", rows: rows as readonly Row[] as readonly ReportRow[] });
  }
  if (shows.kind === "record") return readRecordScreen(running, actor, { shows, route: screen.route }, ask);
  if (shows.kind === "form" || shows.kind === "call form") return readFormScreen(running, actor, shows, ask);
  return notFound("Screen");
}

async function readElement(running: Running, actor: Actor, element: DashboardElement): Promise<Element> {
  const { product, database } = running;
  const reader = readerOf(actor);
  switch (element.kind) {
    case "number": {
      const row = await database.row(numberQuery(product, reader, element.value));
      const value: unknown = row?.["value"];
      const open: unknown = row?.["open"];
      return { kind: "number", value: value === null || value === undefined ? null : String(value), ...(typeof open === "string" ? { notShown: open } : {}) };
    }
    case "chart": {
      const rows = await database.rows(chartQuery(product, reader, element));
      return { kind: "chart", points: rows.map((r) => ({ label: String(r["label"] ?? ""), value: r["value"] as string | null })) };
    }
    case "list": {
      const fields = element.columns.map((c) => c.path.map(camel).join("."));
      const where = element.where ? { screenWhere: element.where.expression } : {};
      const rows = await database.rows(
        listQuery(product, reader, {
          entity: element.entity,
          ...where,
          limit: 20,
          ...(fields.length > 0 ? { fields } : {}),
          ...(actor.kind === "person" ? { variables: { me: actor.id } } : {}),
        }),
      );
      return { kind: "list", items: rows.map((r) => r["record"] as VisibleRecord) };
    }
    case "text":
      return { kind: "text" };
  }
}
