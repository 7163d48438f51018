/** PostgreSQL: whether it answers, its version and settings, its clock, and what is stored in it. */
import type { DatabaseFacts, DataKind, Outcome } from "@nonet/engine";
import { type Finding, named, ok, problem, skipped, warning } from "./finding.ts";

/** What the document and the options of the command expect. */
export interface Expected {
  readonly version: string;
  readonly kind: DataKind;
  /** The database is another machine's, or may be. */
  readonly isExternal: boolean;
  /** The address names another host than this one. */
  readonly isRemote: boolean;
}

/** The version that the embedded PostgreSQL has, and with which Nonet is tested. */
const testedMajor = 18;
/** PostgreSQL maintains a major version for five years; version 14 ended in November 2026. */
const oldestMaintained = 15;
const connectionsOfProcess = 15;
const readLocksWanted = 1024;

export function checkDatabase(facts: Outcome<DatabaseFacts>, expected: Expected): readonly Finding[] {
  if (!facts.ok) {
    const message = facts.refusal.errors.map(({ detail }) => detail).join(" ");
    const fix = message.includes("pooler")
      ? "Use PostgreSQL's own address, or the pooler's session mode."
      : "Check the address, the password and the network, and that PostgreSQL runs.";
    return named("database", problem(message, fix));
  }
  return [...checkServer(facts.value), ...(expected.isExternal ? checkExternal(facts.value, expected) : []), ...checkStored(facts.value, expected), ...checkOutbox(facts.value)];
}

function checkServer(facts: DatabaseFacts): readonly Finding[] {
  const major = Math.floor(facts.version / 10_000);
  const upgrade = `Use PostgreSQL ${testedMajor} (docs/deploy.md describes the upgrade).`;
  const version =
    major < oldestMaintained
      ? warning(`This is PostgreSQL ${facts.versionText}, which is no longer maintained.`, upgrade)
      : major === testedMajor
        ? ok(`PostgreSQL ${facts.versionText}`)
        : warning(`This is PostgreSQL ${facts.versionText}. Nonet is tested with ${testedMajor}.`, upgrade);
  return [
    ...named("PostgreSQL version", version),
    ...named("PostgreSQL settings", ...wrongSettings(facts)),
    ...named(
      "processes",
      ok(
        facts.processes === 0
          ? "No process listens for changes of other processes."
          : `${facts.processes} ${facts.processes === 1 ? "process serves" : "processes serve"} this database.`,
      ),
    ),
  ];
}

function wrongSettings(facts: DatabaseFacts): ReturnType<typeof ok>[] {
  const found: ReturnType<typeof ok>[] = [];
  const set = (name: string, value: string): string => `\`alter system set ${name} = ${value}\`, then restart PostgreSQL.`;
  if (facts.isReplica) found.push(problem("This server is a read-only replica.", "Use the address of the primary server."));
  if (facts.encoding !== "UTF8") found.push(problem(`The database is encoded in ${facts.encoding}.`, "Create a database with `encoding 'UTF8'`."));
  if (facts.fsync === "off") found.push(problem("fsync is off: a power failure can destroy the database.", set("fsync", "on")));
  if (facts.fullPageWrites === "off") found.push(problem("full_page_writes is off: a power failure can destroy the database.", set("full_page_writes", "on")));
  if (facts.synchronousCommit === "off") found.push(warning("synchronous_commit is off: a crash can lose changes that were acknowledged.", set("synchronous_commit", "on")));
  if (facts.readLocks < readLocksWanted)
    found.push(
      warning(
        `max_pred_locks_per_transaction is ${facts.readLocks}: changes that read many records will often run again.`,
        set("max_pred_locks_per_transaction", String(readLocksWanted)),
      ),
    );
  if (facts.maxConnections < 2 * connectionsOfProcess)
    found.push(
      warning(`max_connections is ${facts.maxConnections}. A process opens up to ${connectionsOfProcess}, and two run while one is replaced.`, set("max_connections", "100")),
    );
  if (facts.missingExtensions.length > 0)
    found.push(problem(`The server lacks the extensions ${facts.missingExtensions.join(" and ")}.`, "Install PostgreSQL's contrib package (`postgresql-contrib` on Debian)."));
  else if (!facts.mayCreate) found.push(problem("This database user can't create schemas.", "grant create on database NAME to USER"));
  return found.length > 0 ? found : [ok("The settings are safe.")];
}

function checkExternal({ clockAhead, encrypted }: DatabaseFacts, { isRemote }: Expected): readonly Finding[] {
  const seconds = Math.abs(clockAhead) / 1000;
  const text = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} seconds.`;
  const fix = "Synchronize both clocks (`timedatectl set-ntp true`). Sign-in by an identity provider fails from a minute on.";
  return [
    ...named("clock", seconds > 30 ? problem(text, fix) : seconds > 2 ? warning(text, fix) : ok(text)),
    ...(isRemote && !encrypted
      ? named(
          "database connection",
          warning("The connection to the database isn't encrypted.", "Add ?sslmode=verify-full to the address, unless the network between them is yours alone."),
        )
      : []),
  ];
}

function checkStored({ stored }: DatabaseFacts, { version, kind }: Expected): readonly Finding[] {
  const check = "document version";
  if (stored === null) return named(check, skipped("The database has no product yet. The first start creates it."));
  if (stored.kind !== null && stored.kind !== kind)
    return named(
      check,
      problem(
        `The database holds ${stored.kind === "real" ? "real data" : "a rehearsal"}.`,
        stored.kind === "real" ? "Leave out --rehearse." : "Add --rehearse, or use another database for real data.",
      ),
    );
  return named(
    check,
    stored.version === version
      ? ok(`This version of ${stored.name} is live.`)
      : warning(`Another version of ${stored.name} is live.`, "`nonet plan FILE` shows what would change; `nonet apply FILE` or the next start makes this version live."),
  );
}

function checkOutbox({ outbox }: DatabaseFacts): readonly Finding[] {
  if (outbox === null) return [];
  const late =
    outbox.oldest > 600 ? [warning(`A mail or call has been due for ${Math.round(outbox.oldest / 60)} minutes.`, "Start the product, or look at its page Failed calls.")] : [];
  const failed = outbox.failed > 0 ? [warning(`${outbox.failed} mails and calls have failed for good.`, "An Owner can send them again on the page Failed calls.")] : [];
  return named("outbox", ...(late.length + failed.length > 0 ? [...late, ...failed] : [ok("Nothing is late, and nothing has failed.")]));
}
