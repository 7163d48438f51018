/** Opens the engine on a database, or returns a message that says why it can't be opened. */
import { openEngine, type Engine, type EngineOptions } from "@nonet/engine";
import { failure, success, type Result } from "../terminal/result.ts";

/** Error codes of the file system and PostgreSQL that the person who starts the product can do something about. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user has no write permission. Check the permissions, or choose another place with --data or --database",
  EPERM: "this user has no write permission. Check the permissions, or choose another place with --data or --database",
  EROFS: "the disk is read-only. Choose another folder with --data",
  ENOSPC: "the disk is full. Free some space, or choose another folder with --data",
  "42501": "this database user can't create tables. Grant it CREATE on the database",
  "53300": "the database has no free connections. Try again later",
};

export async function openProduct(options: EngineOptions): Promise<Result<Engine>> {
  try {
    const opened = await openEngine(options);
    return opened.ok ? success(opened.value) : failure(opened.refusal.errors.map((error) => error.detail).join("\n"));
  } catch (error) {
    const reason = reasons[String((error as { code?: unknown }).code)];
    if (!reason) throw error;
    return failure(`Can't open the product's data: ${reason}.`);
  }
}
