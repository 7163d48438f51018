/** Reads the one file of a multipart/form-data request into memory. */
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { say } from "@nonet/texts";

export interface MultipartFile {
  /** As its sender calls it. */
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Default 19. */
export const defaultMaxBytes = 10_000_000;

export async function readMultipartFile({ request }: RequestContext, maxBytes: number): Promise<Parsed<MultipartFile>> {
  try {
    const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 10_000, headerPairs: 50 } });
    if (!part) return refused("malformed", say("the-upload-contains-no-file"), "file");
    const content = await part.toBuffer();
    return part.file.truncated ? tooLarge(maxBytes) : parsed({ name: part.filename ?? "", type: part.mimetype, content });
  } catch (error) {
    const { code, statusCode } = error as { code?: string; statusCode?: number };
    if (code === "FST_FILES_LIMIT") return refused("malformed", say("an-upload-may-contain-only-one-file"), "file");
    return statusCode === 413 ? tooLarge(maxBytes) : refused("malformed", say("the-upload-isnt-valid-multipart-form-data"), "file");
  }
}

const tooLarge = (maxBytes: number): ReturnType<typeof refused> =>
  refused("too-large", say("a-file-may-have-at-most-value", { value: maxBytes >= 1_000_000 ? `${Math.floor(maxBytes / 100_000) / 10} MB` : `${maxBytes} bytes` }), "file");
