/** Opens the engine on a database, and says in a sentence what stands against it. */
import { openEngine, type Engine, type EngineOptions } from "@nonet/engine";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";

/** What the engine leaves to whoever started it: places on the disk, and what a database's administrator can mend. */
const sentences: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there; check the permissions, or name another with --data or --database",
  EPERM: "this user may not write there; check the permissions, or name another with --data or --database",
  EROFS: "the disk is read-only; name another folder with --data",
  ENOSPC: "the disk is full; make room, or name another folder with --data",
  "42501": "this user may not make tables there; give it the right to create in that database",
  "53300": "it has no connection free; try again later",
};

export async function openProduct(options: EngineOptions): Promise<Attempt<Engine>> {
  try {
    const opened = await openEngine(options);
    return opened.ok ? done(opened.value) : mistake(opened.refusal.errors.map((error) => error.detail).join("\n"));
  } catch (error) {
    const because = sentences[String((error as { code?: unknown }).code)];
    if (!because) throw error;
    return mistake(`The product's data can't be opened: ${because}.`);
  }
}
