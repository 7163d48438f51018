/** Pictures that the document names and that aren't in its folder: their places on pages stay empty. */
import type { Product } from "@nonet/model";
import { lineMap } from "@nonet/source";
import { readAdjacentFile } from "./adjacent-file.ts";
import type { Specification } from "./read-specification.ts";

/** One sentence for each, with its line. */
export async function missingPictures({ sources, paths }: Specification, product: Product): Promise<readonly string[]> {
  const pictures = product.screens.flatMap(({ shows }) => (shows.kind === "page" ? shows.elements.flatMap((one) => (one.kind === "picture" ? [one] : [])) : []));
  const found = await Promise.all(
    pictures.map(async ({ file, source }) => {
      const path = paths[source.file];
      if (path === undefined || /^https:/i.test(file) || (await readAdjacentFile(path, file)) !== null) return [];
      const place = `${sources[source.file]?.name ?? ""}:${lineMap(sources[source.file]?.text ?? "")(source.from).line}`;
      return [`${place}: The picture ${file} isn't in the document's folder, or is larger than 10 MB.`];
    }),
  );
  return found.flat();
}
