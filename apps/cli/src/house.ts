/** Where the built front end stands, seen from the bundle (`apps/cli/dist`) and from the sources (`apps/cli/src`) alike. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function staticFolder(): string | null {
  const folder = fileURLToPath(new URL("../../product/dist", import.meta.url));
  return existsSync(folder) ? folder : null;
}
