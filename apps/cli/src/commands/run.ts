/** `nonet run FILE`: runs a specification as a product, and reloads it when it changes. */
import { resolve } from "node:path";
import { databaseElsewhere, type DataKind, type Engine } from "@nonet/engine";
import { isLoopback, startServer, type Server } from "@nonet/server";
import { defaultDataFolder, lockDataFolder, type DataFolder } from "../product/data-folder.ts";
import { databaseUrl, replicaUrls } from "../product/database-url.ts";
import { isEmail } from "../product/email.ts";
import { openKeys } from "../product/key-file.ts";
import { followDatabase } from "../product/follow-database.ts";
import { liveDocument, type LiveDocument } from "../product/live-document.ts";
import { openProduct } from "../product/open-product.ts";
import { openTraces, type Traces } from "../product/open-traces.ts";
import { ownerLogMessage, ownerMessage } from "../product/owner-message.ts";
import { productDataOf } from "../product/product-data.ts";
import { checkPort, portMessage, readPort } from "../product/port.ts";
import { openLog, type ProductLog } from "../product/product-log.ts";
import { faultyDocument, mayRunWithErrors, startingDocument } from "../product/starting-document.ts";
import { staticFolder, studioFolder } from "../product/static-folder.ts";
import { personalPage } from "../public-page/personal-page.ts";
import { publicPage } from "../public-page/public-page.ts";
import { sentenceData } from "../reports/sentence-data.ts";
import { type ClosablePreview, previewHost } from "../studio/preview-host.ts";
import { studioHost } from "../studio/studio-host.ts";
import { readAdjacentFile } from "../specification/adjacent-file.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { missingPictures } from "../specification/missing-pictures.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { watchSpecification } from "../specification/watch-specification.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { requiredApprovals } from "../versions/required-approvals.ts";
import { fail, print, printMessage } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";
import { stopSignal } from "../terminal/stop-signal.ts";

interface RunOptions {
  readonly file: string;
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly database: string | null;
  readonly replicas: readonly string[];
  readonly rehearse: boolean;
  /** Whether a changed file goes live at once; if not, it is a draft. */
  readonly savesLive: boolean;
  /** How many Owners have to approve a version; undefined: as many as the database has noted. */
  readonly approvals: number | undefined;
  readonly reports: ProductLog;
  /** For how long requests are still accepted after a signal to stop. */
  readonly drainSeconds: number;
  readonly owner: { readonly email: string } | undefined;
  readonly keyFile: string | undefined;
}

interface RunHooks {
  /** Called once the product answers at the address; the product doesn't wait for it. */
  readonly onReady?: (engine: Engine, address: string) => Promise<void>;
  /** Whether a document with errors is opened too, beside the last version without errors or an empty product. */
  readonly opensFaulty?: boolean;
}

export async function run(args: readonly string[], { onReady, opensFaulty = false }: RunHooks = {}): Promise<number> {
  const options = readRunOptions(args);
  if (!options.ok) return fail(options.message);
  const read = await readSpecification(options.value.file);
  if (!read.ok) return fail(read.message);
  const specification = read.value;
  const compiled = compileSpecification(specification);
  printDiagnostics(specification.sources, compiled.diagnostics);
  const isFaulty = hasErrors(compiled.diagnostics);
  if (isFaulty && !opensFaulty && !mayRunWithErrors(options.value)) return 1;
  for (const sentence of await missingPictures(specification, compiled.product)) printMessage(sentence);
  const port = await checkPort(options.value.port, options.value.host);
  if (!port.ok) return fail(port.message);
  const kind: DataKind = options.value.rehearse ? "rehearsal" : "real";
  const folder = lockDataFolder(options.value.data, { kind, embedded: options.value.database === null });
  if (!folder.ok) return fail(folder.message);

  const stop = stopSignal();
  const traces = await openTraces(process.env, compiled.product.name);
  try {
    const keys = openKeys({ option: options.value.keyFile, environment: process.env, folder: options.value.data });
    if (!keys.ok) return fail(keys.message);
    const starting = isFaulty && opensFaulty ? faultyDocument({ specification, compiled }) : startingDocument({ specification, compiled }, options.value.savesLive);
    const { going } = starting;
    const engine = await openProduct({
      ...engineOptions(options.value, folder.value, starting.running().compiled.product),
      going,
      keys: keys.value,
      ...(traces ? { trace: traces.trace } : {}),
    });
    if (!engine.ok) return fail(options.value.database === null ? `${engine.message}\nThe data folder is ${options.value.data}.` : engine.message);
    try {
      const foreign = options.value.database === null ? null : folder.value.claim(kind, engine.value.startReport.databaseId);
      if (foreign !== null) return fail(foreign);
      if (options.value.database === null) folder.value.mark(kind);
      const document = liveDocument(starting.running(), { engine: engine.value, savesLive: options.value.savesLive });
      const preview = previewHost({ file: options.value.file, folder: options.value.data, engine: engine.value, onFault: (at, error) => options.value.reports.bug(at, error) });
      const started = await serve(options.value, { engine: engine.value, document, preview, traces });
      if (!started.ok) return fail(started.message);
      const server = started.value;
      document.onChange(() => server.announce({ kind: "document" }));
      const unwatch = watchSpecification(options.value.file, specification.version, document.update);
      const unfollow = options.value.rehearse ? () => undefined : followDatabase(document, (error) => options.value.reports.bug("following the database", error));
      for (const message of [
        ...placeNotes(options.value, folder.value),
        ...engine.value.startReport.notes,
        ...engine.value.missingSettings(),
        ...(await engine.value.tightSettings()),
      ])
        printMessage(message);
      await welcome(options.value, engine.value, server.address);
      if (engine.value.startReport.draft !== null || (isFaulty && opensFaulty)) await document.update(specification, { isPrinted: true });
      void onReady?.(engine.value, server.address).catch((error: unknown) => options.value.reports.bug("demo", error));
      await stop.stopped;
      unwatch();
      unfollow();
      await preview.close();
      await server.close({ accept: options.value.drainSeconds * 1000 });
      return 0;
    } finally {
      await engine.value.close();
    }
  } finally {
    await traces?.close();
    folder.value.release();
    stop.dispose();
  }
}

function readRunOptions(args: readonly string[]): Result<RunOptions> {
  const given = readArguments("run", args, {
    words: ["FILE"],
    options: {
      port: "value",
      host: "value",
      data: "value",
      database: "value",
      replica: "values",
      rehearse: "flag",
      apply: "flag",
      owner: "value",
      log: "value",
      "slow-statements": "value",
      drain: "value",
      "key-file": "value",
    },
  });
  if (!given.ok) return given;
  const { words, options, all, has } = given.value;
  const port = readPort(options["port"]);
  if (!port.ok) return port;
  const file = words[0]!;
  const database = databaseUrl(options["database"]);
  if (!database.ok) return database;
  const email = options["owner"];
  if (email !== undefined && !isEmail(email)) return failure(`--owner needs an email address, not "${email}".`);
  const owner = email === undefined ? undefined : { email };
  const rehearse = has("rehearse");
  const replicas = replicaUrls(all("replica"), database.value, rehearse);
  if (!replicas.ok) return replicas;
  const host = options["host"] ?? "127.0.0.1";
  if (rehearse && !isLoopback(host))
    return failure(`A rehearsal's accounts have a password that everybody knows, so it answers on this machine only: leave out --host ${host}, or leave out --rehearse.`);
  const data = options["data"] === undefined ? defaultDataFolder(file, rehearse ? "rehearsal" : "real") : resolve(options["data"]);
  const drain = options["drain"] ?? "0";
  if (!/^\d{1,3}$/.test(drain)) return failure(`--drain needs a number of seconds up to 999, not "${drain}".`);
  const approvals = requiredApprovals(process.env);
  if (!approvals.ok) return approvals;
  const reports = openLog(options["log"], options["slow-statements"]);
  return reports.ok
    ? success({
        file,
        host,
        port: port.value,
        data,
        database: database.value,
        replicas: replicas.value,
        rehearse,
        savesLive: rehearse || has("apply"),
        approvals: approvals.value,
        owner,
        reports: reports.value,
        drainSeconds: Number(drain),
        keyFile: options["key-file"],
      })
    : reports;
}

/** Where the database is, if it isn't in the data folder: whoever copies that folder would miss it. */
function placeNotes(run: RunOptions, folder: DataFolder): readonly string[] {
  const elsewhere = run.database === null ? databaseElsewhere(folder.database) : null;
  return elsewhere === null
    ? []
    : [`The database is in ${elsewhere}, because PostgreSQL's user can't enter ${run.data}. A copy of the data folder doesn't contain it; \`nonet backup\` saves it.`];
}

function engineOptions(run: RunOptions, folder: DataFolder, product: Engine["product"]): Parameters<typeof openProduct>[0] {
  const database = run.database === null ? { folder: folder.database } : { url: run.database };
  const { bug, slowStatements } = run.reports;
  const onFault = ({ at, error }: { readonly at: string; readonly error: unknown }): void => bug(at, error);
  return {
    product,
    database,
    replicas: run.replicas,
    files: folder.files,
    rehearse: run.rehearse,
    approvals: run.approvals,
    owner: run.owner,
    environment: process.env,
    onFault,
    ...(slowStatements ? { slowStatements } : {}),
  };
}

interface Serving {
  readonly engine: Engine;
  readonly document: LiveDocument;
  readonly preview: ClosablePreview;
  readonly traces: Traces | null;
}

async function serve(run: RunOptions, { engine, document, preview, traces }: Serving): Promise<Result<Server>> {
  const onBug = (bug: { id: string; method: string; path: string; error: unknown }): void => run.reports.bug(`${bug.method} ${bug.path}`, bug.error, bug.id);
  try {
    return success(
      await startServer({
        engine,
        port: run.port,
        host: run.host,
        productData: (actor, today) => productDataOf(engine, actor, today),
        publicPage: (asked, today) => publicPage(engine, productDataOf(engine, { kind: "anyone" }, today), asked),
        personalPage: (person, asked, today) => personalPage(engine, productDataOf(engine, person, today), person, asked),
        documentData: document.document,
        sentences: () => sentenceData(engine.product),
        staticFolder: staticFolder(),
        studio: {
          host: studioHost({ file: run.file, folder: run.data, rehearsal: run.rehearse, savesLive: run.savesLive, engine, document, preview }),
          folder: studioFolder(),
        },
        secureCookies: process.env["NONET_ADDRESS"]?.startsWith("https:") ?? false,
        address: process.env["NONET_ADDRESS"] || undefined,
        trustedProxies: process.env["NONET_TRUSTED_PROXIES"] || undefined,
        allowedHosts: process.env["NONET_ALLOWED_HOSTS"] || undefined,
        metricsToken: process.env["NONET_METRICS_TOKEN"] || undefined,
        log: run.reports.log,
        trace: traces?.trace,
        fileBeside: (name) => readAdjacentFile(run.file, name),
        onBug,
        onDataError: ({ method, path, state }) => printMessage(`PostgreSQL couldn't process a value at ${method} ${path} (SQLSTATE ${state}). The request was refused.`),
      }),
    );
  } catch (error) {
    // Another program may have taken the port since it was checked.
    if ((error as NodeJS.ErrnoException).syscall === "listen") return failure(portMessage(run.port, error as NodeJS.ErrnoException));
    if (error instanceof TypeError && /^invalid (IP|range)/i.test(error.message))
      return failure(`NONET_TRUSTED_PROXIES isn't a list of IP addresses and networks: ${error.message}. Write, for example, 10.0.0.0/8,127.0.0.1.`);
    throw error;
  }
}

/** Prints the line with the address, and how to sign in. */
async function welcome(run: RunOptions, engine: Engine, address: string): Promise<void> {
  if (run.rehearse) {
    const people = await engine.people.rehearsalPeople();
    if (people.length > 0) printMessage(`Rehearsal: sign in as ${people.map((p) => p.email).join(", ")}. The password is "rehearsal".`);
  }
  const { owner, ownerLink } = engine.startReport;
  if (run.owner && owner) {
    const link = ownerLink === null ? null : `${process.env["NONET_ADDRESS"] || address}${ownerLink}`;
    printMessage(run.reports.logsMessages ? ownerLogMessage(owner) : ownerMessage(owner, run.owner.email, link));
  }
  print(`${engine.product.name} answers at ${address}`);
}
