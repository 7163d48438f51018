/** Opens the preview of a version: copies the records masked, starts a product on the copy, and serves it to the product that it previews. */
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PreviewData } from "@nonet/api";
import { databaseElsewhere, type Engine, launchPostgres, type MaskedCopy, type Outcome, readBackup, restoreBackup } from "@nonet/engine";
import { type PreviewPlace, type Server, startServer } from "@nonet/server";
import { openProduct } from "../product/open-product.ts";
import { productDataOf } from "../product/product-data.ts";
import { staticFolder } from "../product/static-folder.ts";
import { publicPage } from "../public-page/public-page.ts";
import { documentData } from "../reports/document-data.ts";
import { sentenceData } from "../reports/sentence-data.ts";
import { readAdjacentFile } from "../specification/adjacent-file.ts";
import { failure, success, type Result } from "../terminal/result.ts";
import type { Version } from "../versions/stored-document.ts";

export interface PreviewOptions {
  /** The file or folder of the specification, for the files beside it. */
  readonly file: string;
  /** The product's data folder. */
  readonly folder: string;
  readonly engine: Engine;
  readonly onFault: (at: string, error: unknown) => void;
}

export interface Preview {
  readonly place: PreviewPlace;
  data(): PreviewData;
  /** Migrates the copy to the version, whatever it loses. */
  run(next: Version): Promise<Result<null>>;
  close(): Promise<void>;
}

/** Kept by whoever opens it, so that what has begun is ended where the rest fails. */
type Ending = () => Promise<unknown>;

export async function openPreview(options: PreviewOptions, next: Version): Promise<Result<Preview>> {
  const endings: Ending[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end();
  };
  try {
    const opened = await open(options, next, endings);
    if (!opened.ok) await close();
    return opened.ok ? success({ ...opened.value, close }) : opened;
  } catch (error) {
    await close();
    throw error;
  }
}

async function open({ file, folder, engine: live, onFault }: PreviewOptions, next: Version, endings: Ending[]): Promise<Result<Omit<Preview, "close">>> {
  const home = join(folder, "preview");
  removeCopy(home);
  await mkdir(home, { recursive: true });
  endings.push(async () => removeCopy(home));
  const copy = await live.versions.saveMaskedCopy(next.compiled.product, join(home, "copy"));
  const postgres = await launchPostgres(join(home, "database"));
  endings.push(postgres.stop);
  const database = { url: postgres.url };
  const files = join(home, "files");
  const read = await readBackup(join(home, "copy"));
  if (!read.ok) return failure(wordsOf(read));
  const restored = await restoreBackup({ backup: { ...read.value, kind: "rehearsal" }, database, files });
  if (!restored.ok) return failure(wordsOf(restored));
  const opened = await openProduct({
    product: read.value.product,
    database,
    files,
    rehearse: true,
    environment: {},
    onFault: ({ at, error }) => onFault(`the preview: ${at}`, error),
  });
  if (!opened.ok) return failure(opened.message);
  const engine = opened.value;
  endings.push(() => engine.close());
  const key = randomBytes(32).toString("base64url");
  const serving = { engine, file, key, version: next, onFault };
  const server = await serve(serving);
  endings.push(() => server.close());
  return success({
    place: { port: Number(new URL(server.address).port), key },
    data: () => ({ address: "/-/preview/", version: engine.product.version, ...copyOf(copy) }),
    async run(version) {
      if (version.compiled.product.version === engine.product.version) return success(null);
      const switched = await engine.versions.goLive(version.compiled.product, { note: { by: null, operator: { command: "studio" }, reason: "" }, acceptLoss: true });
      if (!switched.ok) return failure(wordsOf(switched));
      serving.version = version;
      server.announce({ kind: "document" });
      return success(null);
    },
  });
}

const copyOf = ({ records, at }: MaskedCopy): MaskedCopy => ({ records, at });

const wordsOf = ({ refusal }: Extract<Outcome<unknown>, { ok: false }>): string => refusal.errors.map(({ detail }) => detail).join(" ");

interface Serving {
  readonly engine: Engine;
  readonly file: string;
  readonly key: string;
  /** What runs. */
  version: Version;
  readonly onFault: PreviewOptions["onFault"];
}

const serve = (serving: Serving): Promise<Server> => {
  const { engine, file, key, onFault } = serving;
  return startServer({
    engine,
    port: 0,
    host: "127.0.0.1",
    behindKey: key,
    productData: (actor, today) => productDataOf(engine, actor, today),
    publicPage: (asked, today) => publicPage(engine, productDataOf(engine, { kind: "anyone" }, today), asked),
    documentData: () => documentData({ sources: serving.version.specification.sources, compiled: serving.version.compiled, current: true, refused: [] }),
    sentences: () => sentenceData(engine.product),
    staticFolder: staticFolder(),
    secureCookies: false,
    fileBeside: (name) => readAdjacentFile(file, name),
    onBug: ({ method, path, error }) => onFault(`the preview: ${method} ${path}`, error),
  });
};

/** Also what is left of a preview whose process was killed. */
function removeCopy(home: string): void {
  const elsewhere = databaseElsewhere(join(home, "database"));
  if (elsewhere !== null) rmSync(elsewhere, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
