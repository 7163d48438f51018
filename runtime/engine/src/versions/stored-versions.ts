/** The versions in a database, for commands that don't run the product. */
import { system } from "@nonet/database";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { DocumentVersion, VersionFile } from "../contract/versions.ts";
import { withDatabase } from "../maintenance/offline-upgrade.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { listVersions, versionSources } from "./make-versions.ts";

export interface StoredVersions {
  readonly list: readonly DocumentVersion[];
  /** The files of each version whose number was asked for and exists. */
  readonly sources: ReadonlyMap<number, readonly VersionFile[]>;
}

export const readStoredVersions = (at: EngineOptions["database"], numbers: readonly number[]): Promise<Outcome<StoredVersions>> =>
  withDatabase(at, async (database) => {
    const there = await database.row(system.hasVersions);
    if (there?.["there"] !== true)
      return refuse("not found", problem("no-product", "This database has no list of versions yet. It gets one when this release of Nonet runs the product."));
    const found = new Map<number, readonly VersionFile[]>();
    for (const number of numbers) {
      const sources = await versionSources(database, number);
      if (sources) found.set(number, sources);
    }
    return done({ list: await listVersions(database), sources: found });
  });
