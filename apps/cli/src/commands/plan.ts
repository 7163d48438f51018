/** `nonet plan` and `nonet apply`: what a new version of the document changes in its database, and doing it. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { applyProductUpgrade, planProductUpgrade, type Outcome, type Upgrade, type UpgradeOptions } from "@nonet/engine";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";
import { openSpecification, refuseErrors, type Opened } from "../specification/compile-specification.ts";
import { defaultDataFolder, takeDataFolder } from "../product/data-folder.ts";
import { fail, note, print } from "../terminal/print.ts";

/** 0: it can be applied as it is; 1: something would be lost or stands against it; 2: it can't be told. */
export async function plan(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("plan", args, { data: "value", database: "value" });
  const refused = refuseErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  return withData(opened.value, true, async (options) => {
    const outcome = await planProductUpgrade(options);
    if (!outcome.ok) return fail(sentenceOf(outcome));
    tell(outcome.value);
    return mayGo(outcome.value) ? 0 : 1;
  });
}

/** 0: done; 1: refused, with nothing changed; 2: it can't be done. */
export async function apply(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("apply", args, { data: "value", database: "value", "accept-loss": "flag" });
  const refused = refuseErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  const acceptLoss = opened.value.given.has("accept-loss");
  return withData(opened.value, false, async (options) => {
    const outcome = await applyProductUpgrade({ ...options, acceptLoss, onStep: (sentence) => note(`  ${sentence}`) });
    if (outcome.ok) {
      tellFound(outcome.value);
      print(outcome.value.steps.length === 0 ? "There was nothing to change in the database; it holds this version now." : "The database fits the document now.");
      return 0;
    }
    if (outcome.refusal.kind !== "conflict") return fail(sentenceOf(outcome));
    for (const error of outcome.refusal.errors) note(error.detail);
    note(
      outcome.refusal.errors.some((e) => e.code === "stands-against") ? "Nothing was changed." : "Nothing was changed; `nonet apply FILE --accept-loss` does it and loses that.",
    );
    return 1;
  });
}

const sentenceOf = (outcome: Extract<Outcome<unknown>, { ok: false }>): string => outcome.refusal.errors.map((e) => e.detail).join(" ");
const mayGo = (upgrade: Upgrade): boolean => upgrade.losses.length === 0 && !upgrade.found.some((f) => f.stops);

async function withData(opened: Opened, onlyLook: boolean, work: (options: UpgradeOptions) => Promise<number>): Promise<number> {
  const { given, compiled } = opened;
  const file = given.words[0]!;
  const url = databaseOf(given.options["database"]);
  if (!url.ok) return fail(url.sentence);
  const folder = given.options["data"] === undefined ? defaultDataFolder(file) : resolve(given.options["data"]);
  if (url.value !== null) return work({ product: compiled.product, database: { url: url.value }, files: join(folder, "files") });
  if (onlyLook && !existsSync(join(folder, "database"))) {
    print(`There is no data in ${folder} yet: everything that the document says will be made when it first runs (\`nonet sql\` shows it).`);
    return 0;
  }
  const taken = takeDataFolder(folder);
  if (!taken.ok) return fail(taken.sentence);
  try {
    return await work({ product: compiled.product, database: { folder: taken.value.database }, files: taken.value.files });
  } finally {
    taken.value.release();
  }
}

export function databaseOf(option: string | undefined): Attempt<string | null> {
  const url = option ?? (process.env["DATABASE_URL"] || undefined);
  if (url === undefined) return done(null);
  return /^postgres(ql)?:\/\//.test(url) ? done(url) : mistake("--database takes an address like postgres://user:password@machine:5432/name.");
}

const whens = { before: "Beforehand, beside the running product", together: "Then together, in one transaction", after: "Afterwards, beside the running product" } as const;

function tell(upgrade: Upgrade): void {
  if (upgrade.fresh) print("The database is empty, so everything is made:");
  for (const when of ["before", "together", "after"] as const) {
    const steps = upgrade.steps.filter((s) => s.when === when);
    if (steps.length === 0) continue;
    if (!upgrade.fresh) print(`${whens[when]}:`);
    for (const { sentence, sql } of steps) print(`${upgrade.fresh ? "" : `  ${sentence}\n`}      ${sql.replaceAll("\n", "\n      ")};`);
  }
  if (upgrade.steps.length === 0) print("Nothing changes in the database's tables.");
  for (const sentence of upgrade.notes) print(sentence);
  for (const loss of upgrade.losses) print(`LOST: ${loss}`);
  tellFound(upgrade);
}

function tellFound(upgrade: Upgrade): void {
  for (const { count, what, shown, stops } of upgrade.found)
    print(`${stops ? "STOPS: " : ""}${count} of the ${what}: ${shown.join(", ")}${count > shown.length ? ` and ${count - shown.length} more` : ""}.`);
}
