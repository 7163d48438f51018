/** `nonet plan` and `nonet apply`: shows what a new version of the document changes in the database, and changes it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { applyProductUpgrade, planProductUpgrade, type DataKind, type Outcome, type Upgrade, type UpgradeOptions } from "@nonet/engine";
import { permissionChanges } from "@nonet/services";
import { defaultDataFolder, lockDataFolder, markedKind } from "../product/data-folder.ts";
import { processUsing } from "../product/folder-lock.ts";
import { rehearsalHint } from "../product/rehearsal-hint.ts";
import { databaseUrl } from "../product/database-url.ts";
import { openSpecification, reportErrors, type Opened } from "../specification/compile-specification.ts";
import { fail, print, printMessage } from "../terminal/print.ts";
import { readReason } from "../versions/read-reason.ts";
import { requiredApprovals } from "../versions/required-approvals.ts";

/** Returns 0 if the version can be applied as it is; 1 if data would be lost or records violate it; 2 if it can't be planned. */
export async function plan(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("plan", args, { data: "value", database: "value", rehearse: "flag" });
  const refused = reportErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  return withData(opened.value, true, async (options) => {
    const outcome = await planProductUpgrade(options);
    if (!outcome.ok) return fail(refusalMessage(outcome));
    printUpgrade(outcome.value);
    const { before } = outcome.value;
    if (before) for (const { sentence } of permissionChanges(before, options.product)) print(sentence);
    return isSafe(outcome.value) ? 0 : 1;
  });
}

/** Returns 0 if applied; 1 if refused, with nothing changed; 2 if it can't be done. */
export async function apply(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("apply", args, { data: "value", database: "value", rehearse: "flag", "accept-loss": "flag", why: "value" });
  const refused = reportErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  const { given } = opened.value;
  const acceptLoss = given.has("accept-loss");
  const reason = readReason(given.options["why"]);
  if (!reason.ok) return fail(reason.message);
  const approvals = requiredApprovals(process.env);
  if (!approvals.ok) return fail(approvals.message);
  return withData(opened.value, false, async (options) => {
    const outcome = await applyProductUpgrade({ ...options, reason: reason.value, approvals: approvals.value, acceptLoss, onStep: (sentence) => printMessage(`  ${sentence}`) });
    if (outcome.ok) {
      printViolations(outcome.value);
      print(outcome.value.steps.length === 0 ? "No table had to change. The database is now at this version." : "The database now matches the document.");
      return 0;
    }
    if (outcome.refusal.kind !== "conflict") return fail(refusalMessage(outcome));
    for (const error of outcome.refusal.errors) printMessage(error.detail);
    printMessage(
      outcome.refusal.errors.some((e) => e.code === "stands-against" || e.code === "not-approved")
        ? "Nothing was changed."
        : "Nothing was changed. To apply it and lose this data, run `nonet apply FILE --accept-loss`.",
    );
    return 1;
  });
}

const refusalMessage = (outcome: Extract<Outcome<unknown>, { ok: false }>): string => outcome.refusal.errors.map((e) => e.detail).join(" ");
const isSafe = (upgrade: Upgrade): boolean => upgrade.losses.length === 0 && !upgrade.found.some((f) => f.stops);

async function withData(opened: Opened, readOnly: boolean, work: (options: UpgradeOptions) => Promise<number>): Promise<number> {
  const { given, compiled } = opened;
  const file = given.words[0]!;
  const url = databaseUrl(given.options["database"]);
  if (!url.ok) return fail(url.message);
  const kind: DataKind = given.has("rehearse") ? "rehearsal" : "real";
  const folder = given.options["data"] === undefined ? defaultDataFolder(file, kind) : resolve(given.options["data"]);
  if (url.value !== null) return work({ product: compiled.product, database: { url: url.value }, files: join(folder, "files"), kind });
  const fresh = !existsSync(join(folder, "database"));
  if (readOnly && fresh) {
    print(`There is no data in ${folder} yet. The first run creates the database (\`nonet sql\` shows the schema).${rehearsalHint(given, file)}`);
    return 0;
  }
  const taken = lockDataFolder(folder, { embedded: true });
  // A plan only reads. A product that runs real data watches which version its database has; a rehearsal runs a changed file by itself.
  if (!taken.ok && (readOnly || markedKind(folder) === "real") && processUsing(folder) !== null)
    return work({ product: compiled.product, database: { folder: join(folder, "database") }, files: join(folder, "files"), kind });
  if (!taken.ok) return fail(taken.message);
  try {
    const code = await work({ product: compiled.product, database: { folder: taken.value.database }, files: taken.value.files, kind });
    if (fresh && code === 0) taken.value.mark(kind);
    return code;
  } finally {
    taken.value.release();
  }
}

const phases = { before: "Before the switch, while the product runs", together: "At the switch, in one transaction", after: "After the switch, while the product runs" } as const;

function printUpgrade(upgrade: Upgrade): void {
  if (upgrade.fresh) print("The database is empty. Everything is created:");
  for (const when of ["before", "together", "after"] as const) {
    const steps = upgrade.steps.filter((s) => s.when === when);
    if (steps.length === 0) continue;
    if (!upgrade.fresh) print(`${phases[when]}:`);
    for (const { sentence, sql } of steps) print(`${upgrade.fresh ? "" : `  ${sentence}\n`}      ${sql.replaceAll("\n", "\n      ")};`);
  }
  if (upgrade.steps.length === 0) print("No table changes.");
  for (const sentence of upgrade.notes) print(sentence);
  for (const loss of upgrade.losses) print(`LOST: ${loss}`);
  printViolations(upgrade);
}

function printViolations(upgrade: Upgrade): void {
  for (const { count, what, shown, stops } of upgrade.found)
    print(`${stops ? "STOPS: " : ""}${count} of the ${what}: ${shown.join(", ")}${count > shown.length ? ` and ${count - shown.length} more` : ""}.`);
}
