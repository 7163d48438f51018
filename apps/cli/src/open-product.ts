/** Opens the engine on a database, and says in a sentence what stands against it. */
import { openEngine, type Engine, type EngineOptions } from "@nonet/engine";
import { done, mistake, type Attempt } from "./attempt.ts";

/** Codes of Node and PostgreSQL that mean "not reachable or not let in", with what a person can do. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there: start PostgreSQL or mend the address given with --database",
  ENOTFOUND: "there is no such machine: mend the address given with --database",
  EAI_AGAIN: "the machine's name can't be resolved: mend the address given with --database",
  ETIMEDOUT: "it doesn't answer in time: check the network and the address given with --database",
  ECONNRESET: "the connection was cut: check that PostgreSQL answers at that address",
  EHOSTUNREACH: "the machine can't be reached: check the network and the address given with --database",
  ENOENT: "the socket isn't there: mend the address given with --database",
  "28P01": "user or password is wrong: mend the address given with --database",
  "28000": "this user isn't let in: mend the address given with --database",
  "3D000": "there is no such database: make it first (`createdb NAME`)",
  "42501": "this user may not make tables there: give it the right to create in that database",
  "53300": "it has no connection free: try again later",
  "57P03": "it is still starting: try again in a moment",
};

export async function openProduct(options: EngineOptions): Promise<Attempt<Engine>> {
  try {
    return done(await openEngine(options));
  } catch (error) {
    const sentence = sentenceFor(error, options);
    if (sentence === null) throw error;
    return mistake(sentence);
  }
}

function sentenceFor(error: unknown, { database }: EngineOptions): string | null {
  const known = codeOf(error);
  if ("url" in database) {
    if (error instanceof TypeError && /url/i.test(error.message)) return "--database takes an address like postgres://user:password@machine:5432/name.";
    const because = known === null ? undefined : sentences[known];
    return because ? `The database ${withoutPassword(database.url)} can't be used: ${because}.` : refusalOf(error);
  }
  if (known === "EACCES" || known === "EPERM" || known === "EROFS" || known === "ENOSPC")
    return `The database in ${database.folder} can't be opened (${known}): check the folder's permissions and space, or name another with --data.`;
  return refusalOf(error);
}

/** The engine says what it can't open as an error that names itself so. */
function refusalOf(error: unknown): string | null {
  return error instanceof Error && error.name === "CannotOpen" ? error.message : null;
}

function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === "string") return code;
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return cause === undefined ? null : codeOf(cause);
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^/@:]*):[^@]*@/, "$1:…@");
}
