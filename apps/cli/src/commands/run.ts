/** `nonet run FILE`: a specification as a running product, read again when it changes. */
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { limitOf } from "@nonet/api";
import type { Actor, Engine } from "@nonet/engine";
import { planProduct } from "@nonet/screens";
import { startServer, type Server } from "@nonet/server";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";
import { fileBeside } from "../specification/adjacent-file.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { defaultDataFolder, takeDataFolder, type DataFolder } from "../product/data-folder.ts";
import { checkPort, portSentence, readPort } from "../product/port.ts";
import { staticFolder } from "../product/static-folder.ts";
import { newestText, type NewestText } from "../product/live-document.ts";
import { openProduct } from "../product/open-product.ts";
import { fail, note, print } from "../terminal/print.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { readArguments } from "../terminal/read-arguments.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { sentenceData } from "../reports/sentence-data.ts";
import { stopSignal } from "../terminal/stop-signal.ts";
import { watchSpecification } from "../specification/watch-specification.ts";

interface Asked {
  readonly file: string;
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly database: string | undefined;
  readonly rehearse: boolean;
  readonly owner: { readonly email: string; readonly password: string } | undefined;
}

export async function run(args: readonly string[]): Promise<number> {
  const asked = readAsked(args);
  if (!asked.ok) return fail(asked.sentence);
  const read = await readSpecification(asked.value.file);
  if (!read.ok) return fail(read.sentence);
  const specification = read.value;
  const compiled = compileSpecification(specification);
  printDiagnostics(specification.sources, compiled.diagnostics);
  if (hasErrors(compiled.diagnostics)) return 1;
  const port = await checkPort(asked.value.port, asked.value.host);
  if (!port.ok) return fail(port.sentence);
  const folder = takeDataFolder(asked.value.data);
  if (!folder.ok) return fail(folder.sentence);

  const stop = stopSignal();
  try {
    const engine = await openProduct(engineOptions(asked.value, folder.value, compiled.product));
    if (!engine.ok) return fail(engine.sentence);
    try {
      const newest = newestText(specification, compiled, engine.value);
      const started = await serve(asked.value, engine.value, newest);
      if (!started.ok) return fail(started.sentence);
      const server = started.value;
      newest.onNew(() => server.announce({ kind: "document" }));
      const unwatch = watchSpecification(asked.value.file, specification.version, newest.take);
      for (const sentence of [...engine.value.missingSettings(), ...(await engine.value.tightSettings())]) note(sentence);
      await welcome(asked.value, engine.value, server.address);
      await stop.stopped;
      unwatch();
      await server.close();
      return 0;
    } finally {
      await engine.value.close();
    }
  } finally {
    folder.value.release();
    stop.forget();
  }
}

function readAsked(args: readonly string[]): Attempt<Asked> {
  const given = readArguments("run", args, { words: ["FILE"], options: { port: "value", host: "value", data: "value", database: "value", rehearse: "flag", owner: "value" } });
  if (!given.ok) return given;
  const { words, options, has } = given.value;
  const port = readPort(options["port"]);
  if (!port.ok) return port;
  const file = words[0]!;
  const database = options["database"] ?? (process.env["DATABASE_URL"] || undefined);
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) return mistake("--database takes an address like postgres://user:password@machine:5432/name.");
  const email = options["owner"];
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) return mistake(`--owner takes an email address, not "${email}".`);
  const owner = email === undefined ? undefined : { email, password: randomBytes(15).toString("base64url") };
  const data = options["data"] === undefined ? defaultDataFolder(file) : resolve(options["data"]);
  return done({ file, host: options["host"] ?? "127.0.0.1", port: port.value, data, database, rehearse: has("rehearse"), owner });
}

function engineOptions(asked: Asked, folder: DataFolder, product: Engine["product"]): Parameters<typeof openProduct>[0] {
  const database = asked.database === undefined ? { folder: folder.database } : { url: asked.database };
  const onFault = ({ at, error }: { readonly at: string; readonly error: unknown }): void => noteBug(at, error);
  return { product, database, files: folder.files, rehearse: asked.rehearse, owner: asked.owner, environment: process.env, onFault };
}

const noteBug = (at: string, error: unknown): void => note(`A bug in Nonet at ${at}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);

async function serve(asked: Asked, engine: Engine, newest: NewestText): Promise<Attempt<Server>> {
  const productData = (actor: Actor, today: string): unknown => {
    const link = actor.kind !== "system" && actor.link ? { link: actor.link } : {};
    const asker =
      actor.kind === "person" ? { kind: "person" as const, roles: actor.roles, owner: actor.owner, ...link } : { kind: "anyone" as const, roles: [], owner: false, ...link };
    const pageSize = engine.product.constants.some((c) => c.limit === "page size") ? limitOf(engine.product, "page size", today) : undefined;
    return planProduct(engine.product, asker, { rehearsal: asked.rehearse, mayCreate: (entity) => engine.mayCreate(actor, entity), pageSize });
  };
  const onBug = (bug: { id: string; method: string; path: string; error: unknown }): void => noteBug(`${bug.method} ${bug.path} (${bug.id})`, bug.error);
  try {
    return done(
      await startServer({
        engine,
        port: asked.port,
        host: asked.host,
        productData,
        documentData: newest.document,
        sentences: () => sentenceData(engine.product),
        staticFolder: staticFolder(),
        secureCookies: process.env["NONET_ADDRESS"]?.startsWith("https:") ?? false,
        address: process.env["NONET_ADDRESS"] || undefined,
        fileBeside: (name) => fileBeside(asked.file, name),
        onBug,
      }),
    );
  } catch (error) {
    // Another program may have taken the port between the look and now.
    if ((error as NodeJS.ErrnoException).syscall === "listen") return mistake(portSentence(asked.port, error as NodeJS.ErrnoException));
    throw error;
  }
}

/** The one line with the address, and beside it what a newcomer needs to get in. */
async function welcome(asked: Asked, engine: Engine, address: string): Promise<void> {
  if (asked.rehearse) {
    const people = await engine.people.rehearsalPeople();
    if (people.length > 0) note(`In rehearsal you can be ${people.map((p) => p.email).join(", ")}, each with the password "rehearsal".`);
  }
  if (asked.owner) {
    // Only an Owner made just now has this password; at a later start nobody does, and nothing is shown.
    const entered = await engine.people.signIn(asked.owner);
    if (entered.ok) {
      await engine.people.signOut(entered.value.token);
      note(`The Owner is ${asked.owner.email} with the password ${asked.owner.password} (shown only now).`);
    }
  }
  print(`${engine.product.name} answers at ${address}`);
}
