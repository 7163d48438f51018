/** Files: an upload gives an id to refer to; the content goes only to who may read a record that holds it. */
import type { FastifyInstance } from "fastify";
import { entityAtPath, limitOf } from "@nonet/api";
import { json, problem, refusal, refused, parsed, type Answer, type Parsed } from "./answer.ts";
import { fileName } from "./file-name.ts";
import { isKeepable } from "./read-body.ts";
import type { RecordHandlers } from "./routes-records.ts";
import { route, type Ask, type Room } from "./room.ts";

/** What a browser may show in place; everything else is only ever saved, so that no upload runs as a page of ours. */
const shownInPlace = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "text/plain", "application/pdf"]);

export function routeFiles(app: FastifyInstance, room: Room, records: RecordHandlers): void {
  const entityParams = (ask: Ask): Ask => ({ ...ask, params: { ...ask.params, entity: "files" } });
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

async function upload(room: Room, ask: Ask): Promise<Answer> {
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

async function readUpload(ask: Ask, most: number): Promise<Parsed<{ name: string; type: string; content: Uint8Array }>> {
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

async function download(room: Room, ask: Ask): Promise<Answer> {
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
