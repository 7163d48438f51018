/**
 * What an uploaded file is called (default 63): as its sender calls it, but for folders and for signs that nobody sees
 * and that make a name look like another: those that turn the direction of writing (`invoice⟨U+202E⟩fdp.exe` looks like a
 * PDF), that end a line, or that control a terminal.
 */
import { entityAtPath, limitOf } from "@nonet/api";
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { isKeepable } from "../http/json-body.ts";
import { type Answer, json, type Parsed, parsed, problem, refusal, refused } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";

const longest = 200;

/** Signs of control, of direction (UAX #9) and of nothing; not those that join letters (U+200C, U+200D), which words need. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** "" where nothing of it is left. */
export function fileName(sent: string): string {
  const name = sent.split(/[\\/]/).at(-1)!.replace(unseen, "").trim();
  return [...name].slice(0, longest).join("").trim();
}

/** Files: an upload gives an id to refer to; the content goes only to who may read a record that holds it. */

/** What a browser may show in place; everything else is only ever saved, so that no upload runs as a page of ours. */
const shownInPlace = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "text/plain", "application/pdf"]);

export function routeFiles(app: FastifyInstance, room: ServerContext, records: RecordHandlers): void {
  const entityParams = (ask: RequestContext): RequestContext => ({ ...ask, params: { ...ask.params, entity: "files" } });
  route(
    app,
    room,
    "POST",
    "/api/files",
    async (ask) => {
      if (ask.request.isMultipart()) return upload(room, ask);
      return entityAtPath(room.engine.product, "files") ? records.create(entityParams(ask)) : problem("media-type", "Send the file as multipart/form-data.");
    },
    { ownRepeats: true },
  );
  route(app, room, "GET", "/api/files", (ask) => records.list(entityParams(ask)));
  route(app, room, "GET", "/api/files/:id", async (ask) => {
    const answer = await download(room, ask);
    return answer.status === 404 && entityAtPath(room.engine.product, "files") ? records.read(entityParams(ask)) : answer;
  });
}

async function upload(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const most = limitOf(room.engine.product, "upload size", room.today()) ?? 10_000_000;
  const file = await readUpload(ask, most);
  if (!file.ok) return file.answer;
  const store = async (): Promise<Answer> => {
    const stored = await room.engine.storeFile(ask.actor, file.value);
    return stored.ok ? json(201, stored.value, { location: `/api/files/${stored.value.id}` }) : refusal(stored.refusal);
  };
  if (ask.idempotencyKey === undefined) return store();
  const who = ask.actor.kind === "person" ? ask.actor.id : ask.request.ip;
  return room.once.run(who, ask.idempotencyKey, ["file", file.value.name, file.value.type, file.value.content], store);
}

async function readUpload(ask: RequestContext, most: number): Promise<Parsed<{ name: string; type: string; content: Uint8Array }>> {
  try {
    const part = await ask.request.file({ limits: { fileSize: most, files: 1, fields: 10, fieldSize: 10_000, headerPairs: 50 } });
    if (!part) return refused("malformed", "The upload has no file in it.", "file");
    const content = await part.toBuffer();
    if (part.file.truncated) return refused("too-large", tooLarge(most), "file");
    const sent = part.filename ?? "";
    const name = fileName(sent);
    if (name === "" || !isKeepable(sent)) return refused("malformed", "The file has no name that can be kept.", "file");
    const type = /^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(part.mimetype) ? part.mimetype.toLowerCase() : "application/octet-stream";
    return parsed({ name, type, content });
  } catch (error) {
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (statusCode === 413 && code !== "FST_FILES_LIMIT") return refused("too-large", tooLarge(most), "file");
    return refused("malformed", `The upload can't be read${code === "FST_FILES_LIMIT" ? ": send one file" : ""}.`, "file");
  }
}

const tooLarge = (most: number): string => `A file may have at most ${most >= 1_000_000 ? `${Math.floor(most / 100_000) / 10} MB` : `${most} bytes`}.`;

async function download(room: ServerContext, ask: RequestContext): Promise<Answer> {
  const id = ask.params.id!;
  const found = await room.engine.readFile(ask.actor, id);
  if (!found.ok) return refusal(found.refusal);
  const { name, type, content } = found.value;
  const inPlace = shownInPlace.has(type);
  const etag = `"${encodeURIComponent(id)}"`;
  const headers = {
    etag,
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "content-disposition": `${inPlace ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`,
  };
  // A file never changes under its id; whether it may be read was asked just now.
  if (ask.request.headers["if-none-match"]?.includes(etag)) return { status: 304, headers };
  return { status: 200, body: Buffer.from(content.buffer, content.byteOffset, content.byteLength), type: inPlace ? type : "application/octet-stream", headers };
}
