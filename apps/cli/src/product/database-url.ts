/** The database to use: --database, else the environment's DATABASE_URL, else the embedded one; and its replicas: --replica, else NONET_REPLICAS. */
import { failure, success, type Result } from "../terminal/result.ts";

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

/** `option` is the value of --database. Null means the embedded database. */
export function databaseUrl(option: string | undefined): Result<string | null> {
  const url = option ?? (process.env["DATABASE_URL"] || undefined);
  if (url === undefined) return success(null);
  return isPostgresUrl(url) ? success(url) : failure("--database needs a URL like postgres://user:password@host:5432/name.");
}

/** `options` are the values of --replica; `database`: that of the primary. */
export function replicaUrls(options: readonly string[], database: string | null, rehearse: boolean): Result<readonly string[]> {
  const urls = options.length > 0 ? options : (process.env["NONET_REPLICAS"] ?? "").split(/[\s,]+/).filter(Boolean);
  if (urls.length === 0) return success([]);
  if (rehearse) return options.length > 0 ? failure("A rehearsal reads from one database only: leave out --replica, or leave out --rehearse.") : success([]);
  if (urls.some((url) => !isPostgresUrl(url)))
    return failure("--replica needs a URL like postgres://user:password@host:5432/name. In NONET_REPLICAS, separate several with commas.");
  return database === null ? failure("--replica needs --database: the embedded PostgreSQL has no replicas.") : success(urls);
}
