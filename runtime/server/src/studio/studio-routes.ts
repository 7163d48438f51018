/** The studio's requests: the files of the document, saving them, and what a change would do. For the Owner only. */
import type { ImpactLine, StudioFile } from "@nonet/api";
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, type Parsed, parsed, problem, refused, written } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { refuseStudio } from "./studio-access.ts";
import { versionRoutes } from "./version-routes.ts";
import type { SaveResult, StudioHost } from "../http/server-options.ts";

type StudioHandler = (host: StudioHost, context: RequestContext) => Promise<HttpResponse | typeof written>;

export function routeStudio(app: FastifyInstance, server: ServerContext): void {
  const studio = server.options.studio?.host;
  if (!studio) return;
  const on = (method: "GET" | "POST", path: string, handler: StudioHandler, reads = method === "GET"): void =>
    route(app, server, method, `/api/-/studio${path}`, async (context) => refuseStudio(server, context) ?? handler(studio, context), { reads });
  on("GET", "", async (host) => json(200, await host.data()));
  on("POST", "/save", save);
  on("POST", "/draft", keepDraft);
  on("POST", "/draft/discard", async (host) => {
    await host.dropDraft();
    return noContent();
  });
  on("POST", "/impact", impact, true);
  on("POST", "/preview", openPreview);
  on("POST", "/preview/end", async (host) => {
    await host.preview.end();
    return noContent();
  });
  for (const [method, path, handler] of versionRoutes) on(method, path, (host, context) => handler(host.versions, context));
}

async function save(host: StudioHost, { request, actor }: RequestContext): Promise<HttpResponse> {
  const edited = editedFiles(request);
  if (!edited.ok) return edited.response;
  const saved = await host.save(actor, edited.value.files, edited.value.base);
  return saved.ok ? json(200, { version: saved.version }) : problem(saveCodes[saved.why], saved.message);
}

async function keepDraft(host: StudioHost, { request }: RequestContext): Promise<HttpResponse> {
  const edited = editedFiles(request);
  if (!edited.ok) return edited.response;
  await host.keepDraft(edited.value.files, edited.value.base);
  return noContent();
}

/** The files with the version that they change. */
function editedFiles(request: RequestContext["request"]): Parsed<{ readonly files: readonly StudioFile[]; readonly base: string }> {
  const body = readObject(request);
  if (!body.ok) return body;
  const files = filesIn(body.value);
  if (!files.ok) return files;
  const { base } = body.value;
  return typeof base === "string" ? parsed({ files: files.value, base }) : refused("malformed", "Send the version that you changed, as base.", "base");
}

const saveCodes = { changed: "changed-meanwhile", unknown: "malformed", unwritable: "unavailable" } as const satisfies Record<Extract<SaveResult, { ok: false }>["why"], string>;

/** Lines of JSON, each sent as soon as it is known. */
async function impact(host: StudioHost, { request, reply }: RequestContext): Promise<HttpResponse | typeof written> {
  const body = readObject(request);
  if (!body.ok) return body.response;
  const files = filesIn(body.value);
  if (!files.ok) return files.response;
  reply.hijack();
  const out = reply.raw;
  const gone = new AbortController();
  out.on("close", () => gone.abort());
  out.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no", "x-content-type-options": "nosniff" });
  const send = (line: ImpactLine): void => void (gone.signal.aborted || out.write(`${JSON.stringify(line)}\n`));
  try {
    await host.impact(files.value, send, gone.signal);
  } catch (error) {
    // The head is sent, so the error can only be a line.
    send({ kind: "failed", text: "Something went wrong on our side. The error has been logged." });
    throw error;
  } finally {
    out.end();
  }
  return written;
}

async function openPreview(host: StudioHost, { request }: RequestContext): Promise<HttpResponse> {
  const body = readObject(request);
  if (!body.ok) return body.response;
  const files = filesIn(body.value);
  if (!files.ok) return files.response;
  const opened = await host.preview.open(files.value, body.value["fresh"] === true);
  return opened.ok ? json(200, opened.data) : problem("conflict", opened.message);
}

const maxFiles = 500;

function filesIn({ files }: Readonly<Record<string, unknown>>): Parsed<readonly StudioFile[]> {
  const isFile = (one: unknown): one is StudioFile => {
    const { name, text } = (one ?? {}) as Partial<StudioFile>;
    return typeof name === "string" && typeof text === "string";
  };
  if (!Array.isArray(files) || files.length === 0 || files.length > maxFiles || !files.every(isFile))
    return refused("malformed", "files should be a list of objects with a name and a text.", "files");
  return parsed(files.map(({ name, text }) => ({ name, text })));
}
