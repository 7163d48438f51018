/** The versions of a running product: the list, the review of a text that isn't live, approvals, and going live. */
import { nameInPreviousVersion, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import { isUnavailable } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { DocumentVersion, StoredVersion, VersionFile, Versions, VersionReview } from "../contract/versions.ts";
import { approvedLosses, type Reviewed, reviewVersion } from "../maintenance/review-version.ts";
import { saveMaskedCopy } from "./masked-copy.ts";
import { planSwitch } from "../maintenance/switch-version.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";

export type Switching = Pick<Versions, "goLive" | "follow">;

export function makeVersions(running: Running, { goLive, follow }: Switching): Versions {
  const { database, options } = running;
  const storedVersion = async (): Promise<StoredVersion | null> => {
    const row = await orNothing(database.row(system.readStored));
    return row && Array.isArray(row["sources"]) ? (row as unknown as StoredVersion) : null;
  };
  const review = (product: Product): Promise<Reviewed> => reviewOn(database, product, options.approvals);
  return {
    list: () => listVersions(database),
    sources: (number) => versionSources(database, number),
    stored: async () => ((await orNothing(database.row(system.readVersion)))?.["version"] as string | undefined) ?? null,
    storedVersion,
    async noteAuthor(actor, version) {
      const by = ownerId(actor);
      if (by !== null) await database.rows(system.noteDraft(version, by));
    },
    review: async (product) => shown(await review(product)),
    async approve(actor, product, plan) {
      const by = ownerId(actor);
      if (by === null) return refuse("not permitted", problem("not-permitted", "Only an Owner can approve a version."));
      const now = await review(product);
      if (now.plan !== plan) return refuse("conflict", problem("stands-against", "The plan has changed since you opened it. Read it again, then approve it."));
      await database.rows(system.approve(product.version, by, now.plan, approvedLosses(now)));
      await recordEvent(database, { event: "document-approved", by, detail: { version: product.version.slice(0, 12) } });
      return done(shown(await review(product)));
    },
    async withdraw(actor, product) {
      const by = ownerId(actor);
      if (by !== null) await database.rows(system.withdrawApproval(product.version, by));
      return shown(await review(product));
    },
    saveMaskedCopy: (product, to) => saveMaskedCopy(database, product, to),
    goLive,
    follow,
  };
}

/** While the database is away, nobody knows its version. */
const orNothing = <T>(row: Promise<T>): Promise<T | undefined> => row.catch((error: unknown) => (isUnavailable(error) ? undefined : Promise.reject(error)));

const ownerId = (actor: Actor): string | null => (actor.kind === "person" && actor.owner && !actor.readOnly && !actor.supportBy ? actor.id : null);

const shown = ({ version, plan, losses, required, author, approvals }: Reviewed): VersionReview => ({ version, plan, losses, required, author, approvals });

async function reviewOn(database: Database, document: Product, approvals: number | undefined): Promise<Reviewed> {
  const previous = (await database.row(system.readMeta))!["product"] as Product;
  const product = nameInPreviousVersion(previous, document);
  const plan = await planSwitch(database, previous, product);
  return database.alone((connection) => reviewVersion(connection, { previous, product, plan }, approvals));
}

export const listVersions = async (database: Pick<Database, "rows">): Promise<readonly DocumentVersion[]> =>
  (await database.rows(system.versions)) as unknown as readonly DocumentVersion[];

export async function versionSources(database: Pick<Database, "row">, number: number): Promise<readonly VersionFile[] | null> {
  const row = await database.row(system.versionSources(number));
  return row ? (row["sources"] as readonly VersionFile[]) : null;
}
