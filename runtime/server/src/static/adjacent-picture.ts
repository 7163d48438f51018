/** Pictures that the document names: files in its folder, or addresses of other origins, which pages may load images from. */
import { picturesOnPage, type Product } from "@nonet/model";
import type { ServerContext } from "../http/server-context.ts";

const types: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" };

export interface AdjacentPicture {
  readonly type: string;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export const isElsewhere = (picture: string): boolean => /^https:/i.test(picture);

/** Null where there is no such file, or where it isn't a picture by its name. */
export async function readPicture(server: ServerContext, file: string): Promise<AdjacentPicture | null> {
  const type = types[file.split(".").at(-1)!.toLowerCase()];
  const content = type === undefined ? null : await server.options.fileBeside?.(file);
  if (type === undefined || !content) return null;
  // An SVG may contain scripts; the policy keeps them from running.
  return { type, content, headers: { "cache-control": "no-cache", "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" } };
}

/** Found once for each version of the product, which may change while the server runs. */
const origins = new WeakMap<Product, string>();

/** The origins from which pages may load images besides their own, as a list of the content security policy. */
export function pictureOrigins({ engine: { product } }: ServerContext): string {
  const known = origins.get(product);
  if (known !== undefined) return known;
  const pictures = [...(product.about.logo === null ? [] : [product.about.logo]), ...product.screens.flatMap(picturesOnPage)];
  const found = [...new Set(pictures.filter((picture) => isElsewhere(picture) && URL.canParse(picture)).map((picture) => new URL(picture).origin))];
  const list = found.length === 0 ? "'self'" : found.sort().join(" ");
  origins.set(product, list);
  return list;
}
