/** Finds the built front ends, both from the bundle (`apps/cli/dist`) and from the sources (`apps/cli/src/product`). */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const staticFolder = (): string | null => builtFolder("product");
export const studioFolder = (): string | null => builtFolder("studio");

function builtFolder(app: string): string | null {
  const folders = [`../../${app}/dist`, `../../../${app}/dist`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(folder)) ?? null;
}
