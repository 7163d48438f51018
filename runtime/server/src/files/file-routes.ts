/** Files: an upload returns an id that records refer to; the content is sent only to readers of a record that contains the file. */
import { entityAtPath, limitOf } from "@nonet/api";
import type { FastifyInstance } from "fastify";
import { clientKey } from "../http/check-rate-limit.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, json, type Parsed, parsed, problem, refusal, refused } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { isStorable } from "../http/storable-text.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { fileName } from "./file-name.ts";
import { wrongImage } from "./image-content.ts";
import { defaultMaxBytes, readMultipartFile } from "./multipart-file.ts";
import { type SizedImages, widthAtLeast } from "./sized-images.ts";
import { say } from "@nonet/texts";

/** Types that browsers may display; everything else is only ever saved, so that no upload runs as a page of the product. */
const inlineTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "text/plain", "application/pdf"]);

export function routeFiles(app: FastifyInstance, server: ServerContext, records: RecordHandlers, images: SizedImages): void {
  const ofEntity = (context: RequestContext): RequestContext => ({ ...context, params: { ...context.params, entity: "files" } });
  const hasEntity = (): boolean => entityAtPath(server.engine.product, "files") !== undefined;
  const createFile = async (context: RequestContext): ReturnType<RecordHandlers["create"]> => {
    if (context.request.isMultipart()) return upload(server, context);
    return hasEntity() ? records.create(ofEntity(context)) : problem("media-type", say("send-the-file-as-multipart-form-data"));
  };
  // A form's body isn't read yet, so the upload itself compares it with that of a repeat.
  route(app, server, "POST", "/api/files", createFile, { keyMemory: () => "handler" });
  route(app, server, "GET", "/api/files", (context) => records.list(ofEntity(context)));
  route(app, server, "GET", "/api/files/:id", async (context) => {
    const response = await download(server, images, context);
    return response.status === 404 && hasEntity() ? records.read(ofEntity(context)) : response;
  });
}

async function upload(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const { actor, request, idempotencyKey } = context;
  const file = await readUpload(context, limitOf(server.engine.product, "upload size", server.today()) ?? defaultMaxBytes);
  if (!file.ok) return file.response;
  const { name, type, content } = file.value;
  const store = async (): Promise<HttpResponse> => {
    const stored = await server.engine.storeFile(actor, file.value);
    return stored.ok ? json(201, stored.value, { location: `/api/files/${stored.value.id}` }) : refusal(stored.refusal);
  };
  if (idempotencyKey === undefined) return store();
  return server.responses.run({ client: clientKey(actor, request), key: idempotencyKey, parts: ["file", name, type, content] }, store);
}

async function readUpload(context: RequestContext, maxBytes: number): Promise<Parsed<{ name: string; type: string; content: Uint8Array }>> {
  const file = await readMultipartFile(context, maxBytes);
  if (!file.ok) return file;
  const name = fileName(file.value.name);
  if (name === "" || !isStorable(file.value.name)) return refused("malformed", say("the-file-needs-a-name-with-visible"), "file");
  const type = /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(file.value.type) ? file.value.type.toLowerCase() : "application/octet-stream";
  const expected = wrongImage(type, file.value.content);
  if (expected !== null) return refused("invalid-value", say("the-file-is-sent-as-type-but", { type, expected }), "file");
  return parsed({ name, type, content: file.value.content });
}

async function download(server: ServerContext, images: SizedImages, context: RequestContext): Promise<HttpResponse> {
  const id = context.params.id!;
  const width = widthOf(context.query["width"]);
  if (!width.ok) return width.response;
  const file = await server.engine.openFile(context.actor, id);
  if (!file.ok) return refusal(file.refusal);
  const { name, type, read } = file.value;
  const etag = `"${encodeURIComponent(id)}${width.value === null ? "" : `-${width.value}`}"`;
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "content-disposition": `${inlineTypes.has(type) ? "inline" : "attachment"}; filename*=UTF-8''${encodedFileName(name)}`,
  };
  // A file never changes under its id, and the permission to read it was checked above.
  if (context.request.headers["if-none-match"]?.includes(etag)) return { status: 304, headers };
  const smaller = width.value === null ? null : await images.sized({ id, type, read }, width.value);
  if (smaller) return { status: 200, body: smaller, type: "image/webp", headers };
  const content = await read();
  return { status: 200, body: Buffer.from(content.buffer, content.byteOffset, content.byteLength), type: inlineTypes.has(type) ? type : "application/octet-stream", headers };
}

/** The width that an image is wanted in; null for the file itself. */
export function widthOf(text: string | readonly string[] | undefined): Parsed<number | null> {
  if (text === undefined) return parsed(null);
  if (typeof text !== "string" || !/^[1-9]\d{0,4}$/.test(text)) return refused("malformed", say("the-width-is-a-whole-number-of"), "width");
  return parsed(widthAtLeast(Number(text)));
}

/** RFC 8187, section 3.2. */
const encodedFileName = (name: string): string => encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
