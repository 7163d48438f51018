/** Reads the guide for assistants, docs/assistants.md. */
import { readFile } from "node:fs/promises";

/** The bundle and the sources stand at different depths below the root. */
const places = ["../../../docs/assistants.md", "../../../../docs/assistants.md"];

/** null if the installation has none. */
export async function readGuide(): Promise<string | null> {
  for (const place of places) {
    const text = await readFile(new URL(place, import.meta.url), "utf8").catch(() => null);
    if (text !== null) return text;
  }
  return null;
}
