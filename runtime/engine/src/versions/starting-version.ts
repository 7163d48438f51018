/** Which version a product starts with: the document's, or the one that the database has while the document is a draft. */
import { dataKindStatements, nameInPreviousVersion, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { StoredVersion } from "../contract/versions.ts";
import { planSwitch } from "../maintenance/switch-version.ts";
import { refuseUnapproved, reviewVersion } from "../maintenance/review-version.ts";
import { inTurn, prepareSystemTables } from "../maintenance/background-build.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";

export interface Starting {
  readonly product: Product;
  /** Why it isn't the document's version. */
  readonly draft: string | null;
}

export async function startingVersion(database: Database, { product, going, approvals }: EngineOptions): Promise<Outcome<Starting>> {
  const own: Outcome<Starting> = going?.isFaulty
    ? refuse("conflict", problem("conflict", "The document has errors, and the database has no version of it that could run instead. Fix the errors first."))
    : done({ product, draft: null });
  if (!going || (await database.row(dataKindStatements.hasProduct))?.["there"] !== true) return own;
  const stored = await database.row(system.readStored);
  if (!stored || stored["version"] === product.version) return own;
  const draft = going.isFaulty ? "The document has errors." : going.apply ? await whyUnapproved(database, product, approvals) : "The document has changed: the change is a draft.";
  if (draft === null) return own;
  const running = Array.isArray(stored["sources"]) ? going.compile(stored as unknown as StoredVersion) : null;
  if (running) return done({ product: running, draft });
  return refuse(
    "conflict",
    problem("conflict", `${draft} The version that the database has can't be compiled by this release of Nonet, so it can't run. Apply the document with \`nonet apply FILE\`.`),
  );
}

async function whyUnapproved(database: Database, document: Product, approvals: number | undefined): Promise<string | null> {
  await inTurn(database, "start", () => prepareSystemTables(database, document));
  const previous = (await database.row(system.readMeta))?.["product"] as Product;
  const product = nameInPreviousVersion(previous, document);
  const plan = await planSwitch(database, previous, product);
  const refused = refuseUnapproved(await database.alone((connection) => reviewVersion(connection, { previous, product, plan }, approvals)));
  return refused && !refused.ok ? refused.refusal.errors.map(({ detail }) => detail).join(" ") : null;
}
