/** Finds the built front end, both from the bundle (`apps/cli/dist`) and from the sources (`apps/cli/src/product`). */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function staticFolder(): string | null {
  const folders = ["../../product/dist", "../../../product/dist"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(folder)) ?? null;
}
