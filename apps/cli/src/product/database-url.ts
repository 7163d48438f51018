/** The database to use: --database, else the environment's DATABASE_URL, else the embedded one. */
import { failure, success, type Result } from "../terminal/result.ts";

/** `option` is the value of --database. Null means the embedded database. */
export function databaseUrl(option: string | undefined): Result<string | null> {
  const url = option ?? (process.env["DATABASE_URL"] || undefined);
  if (url === undefined) return success(null);
  return /^postgres(ql)?:\/\//.test(url) ? success(url) : failure("--database needs a URL like postgres://user:password@host:5432/name.");
}
