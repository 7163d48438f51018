/** The security log, for the Owner: a page at a time, or exported as CSV or JSON. */
import { Readable } from "node:stream";
import type { Actor, SecurityLogEntry } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import { csvLines } from "../files/csv-writer.ts";
import { originOf } from "../requests/caller.ts";
import type { Handler, RequestContext } from "../http/handler.ts";
import { type HttpResponse, json, type Parsed, parsed, refusal, refused, written } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";

const path = "/api/-/security-log";
const pageSize = 50;
const exportPage = 500;

type Query = Readonly<Record<string, string>>;

export function routeSecurityLog(app: FastifyInstance, server: ServerContext): void {
  route(app, server, "GET", path, (context) => list(server, context));
  route(app, server, "GET", `${path}/export`, (context) => exportLog(server, context));
}

async function list(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const query = readQuery(context, ["event", "person", "from", "to", "after", "limit"]);
  if (!query.ok) return query.response;
  const { limit, ...filter } = query.value;
  if (limit !== undefined && !(/^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 200))
    return refused("malformed", "limit is a number from 1 to 200.", "limit").response;
  const page = await server.engine.accounts.securityLog(context.actor, { ...filter, limit: Number(limit ?? pageSize) });
  return page.ok ? json(200, { ...page.value, events: server.engine.accounts.securityEvents() }) : refusal(page.refusal);
}

async function exportLog(server: ServerContext, context: RequestContext): ReturnType<Handler> {
  const query = readQuery(context, ["event", "person", "from", "to", "format"]);
  if (!query.ok) return query.response;
  const { format = "csv", ...filter } = query.value;
  if (format !== "csv" && format !== "json") return refused("malformed", "format is csv or json.", "format").response;
  const { actor, reply } = context;
  const first = await server.engine.accounts.securityLog(actor, { ...filter, limit: exportPage });
  if (!first.ok) return refusal(first.refusal);
  await server.engine.accounts.recordExport(actor, "security log", originOf(context.request));
  const pages = allPages(server, actor, filter, first.value);
  reply.header("content-disposition", `attachment; filename="security-log.${format}"`).header("cache-control", "no-store");
  reply.type(format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8");
  await reply.send(Readable.from(format === "csv" ? csvOf(pages) : jsonOf(pages)));
  return written;
}

function readQuery({ query }: RequestContext, known: readonly string[]): Parsed<Query> {
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) return refused("unknown-parameter", `There is no parameter "${name.slice(0, 80)}" here. Use: ${known.join(", ")}.`, name.slice(0, 80));
    if (typeof value !== "string") return refused("malformed", `The parameter ${name} is given twice.`, name);
  }
  return parsed(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")) as Query);
}

interface Page {
  readonly items: readonly SecurityLogEntry[];
  readonly next: string | null;
}

async function* allPages(server: ServerContext, actor: Actor, filter: Query, first: Page): AsyncGenerator<readonly SecurityLogEntry[]> {
  for (let page = first; ;) {
    yield page.items;
    if (page.next === null) return;
    const next = await server.engine.accounts.securityLog(actor, { ...filter, after: page.next, limit: exportPage });
    if (!next.ok) throw new Error("The export can't go on: the Owner's access has ended.");
    page = next.value;
  }
}

const columns = ["At", "Event", "Description", "Person", "Email", "By", "By email", "IP address", "Device", "Details"] as const;

async function* csvOf(pages: AsyncIterable<readonly SecurityLogEntry[]>): AsyncGenerator<string> {
  yield csvLines([columns]);
  for await (const page of pages) if (page.length > 0) yield csvLines(page.map(cellsOf));
}

const cellsOf = (entry: SecurityLogEntry): readonly string[] => [
  entry.at,
  entry.event,
  entry.what,
  entry.person?.name ?? "",
  entry.person?.email ?? "",
  entry.by?.name ?? "",
  entry.by?.email ?? "",
  entry.source,
  entry.device,
  Object.keys(entry.detail).length === 0 ? "" : JSON.stringify(entry.detail),
];

/** A chunk for each page: compressing a chunk has a cost of its own. */
async function* jsonOf(pages: AsyncIterable<readonly SecurityLogEntry[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield page.map((entry, i) => `${i === 0 ? before : ","}\n${JSON.stringify(entry)}`).join("");
    before = ",";
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}
