/** Every command of `nonet`, in the order in which help lists them. */
import { backup, restore } from "./commands/backup.ts";
import { check } from "./commands/check.ts";
import { client } from "./commands/client.ts";
import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { explain } from "./commands/explain.ts";
import { feel } from "./commands/feel.ts";
import { format } from "./commands/format.ts";
import { guide } from "./commands/guide.ts";
import { importCommand } from "./commands/import.ts";
import { lsp } from "./commands/lsp.ts";
import { mcp } from "./commands/mcp.ts";
import { newSpecification } from "./commands/new.ts";
import { owner } from "./commands/owner.ts";
import { apply, plan } from "./commands/plan.ts";
import { run } from "./commands/run.ts";
import { diagram, model, openapi, sql } from "./commands/show.ts";
import { studio } from "./commands/studio.ts";
import { test } from "./commands/test.ts";
import { versions } from "./commands/versions.ts";

export interface Command {
  readonly name: string;
  readonly arguments: string;
  readonly summary: string;
  /** Resolves to the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

export const commands: readonly Command[] = [
  {
    name: "run",
    arguments:
      "FILE [--port 4000] [--host HOST] [--data DIR] [--database URL] [--replica URL] [--rehearse] [--apply] [--owner EMAIL] [--log json|text] [--slow-statements MS] [--drain SECONDS] [--key-file PATH]",
    summary: "Runs the specification as a product. A changed file runs at once in rehearsal and with --apply; otherwise it is a draft.",
    run,
  },
  {
    name: "studio",
    arguments: "FILE [--port 4000] [--data DIR]",
    summary: "Runs the specification in rehearsal with its editor beside it; begins a file that isn't there.",
    run: studio,
  },
  {
    name: "demo",
    arguments: "FILE [--port 4000] [--data DIR]",
    summary: "Runs the specification in rehearsal, filled with plausible records.",
    run: demo,
  },
  {
    name: "owner",
    arguments: "EMAIL [--data DIR] [--database URL]",
    summary: "Makes a person an active Owner and prints a new password, also while the product runs.",
    run: owner,
  },
  {
    name: "doctor",
    arguments: "FILE [--data DIR] [--database URL] [--replica URL] [--rehearse] [--backups DIR] [--json]",
    summary: "Checks an installation, and says what is wrong and what to do about it.",
    run: doctor,
  },
  { name: "new", arguments: "NAME", summary: "Writes a specification with the nine points, each not shown.", run: newSpecification },
  {
    name: "import",
    arguments: "postgres URL | openapi FILE | csv FOLDER [--to FILE] [--records [--skip-refused] [--rehearse] [--data DIR] [--database URL]]",
    summary: "Writes a specification of what exists already, says what became of each object, and takes the records along.",
    run: importCommand,
  },
  { name: "check", arguments: "FILE [--format text|json|sarif] [--strict]", summary: "Reports errors, open points, prose and enforced statements.", run: check },
  { name: "explain", arguments: "FILE [NAME]", summary: "Explains each element in one sentence with its line, and lists the defaults that apply.", run: explain },
  { name: "format", arguments: "FILE [--check]", summary: "Rewrites the specification in canonical form. Prose stays as it is.", run: format },
  { name: "model", arguments: "FILE", summary: "Prints the compiled model as JSON.", run: model },
  { name: "openapi", arguments: "FILE", summary: "Prints the API description (OpenAPI 3.1).", run: openapi },
  { name: "diagram", arguments: "FILE [--all]", summary: "Prints the state machines as Mermaid; with --all also the entities, the screens and who can do what.", run: diagram },
  { name: "client", arguments: "FILE [--out FILE.ts]", summary: "Writes a typed TypeScript client of the product's API.", run: client },
  { name: "sql", arguments: "FILE", summary: "Prints the database schema as SQL.", run: sql },
  {
    name: "plan",
    arguments: "FILE [--data DIR] [--database URL] [--rehearse]",
    summary: "Shows what would change in the database.",
    run: plan,
  },
  {
    name: "apply",
    arguments: "FILE [--data DIR] [--database URL] [--rehearse] [--accept-loss] [--why TEXT]",
    summary: "Migrates the database to the specification, also while the product runs.",
    run: apply,
  },
  {
    name: "versions",
    arguments: "FILE [show N | diff M [N] | restore N] [--data DIR] [--database URL] [--rehearse] [--overwrite]",
    summary: "Lists the versions that have gone live: when, by whom, why, and what each changed. Prints one, compares two, or writes one into the file as a draft.",
    run: versions,
  },
  { name: "test", arguments: "FILE [--against URL]", summary: "Runs the document's examples.", run: test },
  { name: "lsp", arguments: "", summary: "Serves an editor: diagnostics, fixes, completion, hover, rename and more, over standard input and output.", run: lsp },
  { name: "mcp", arguments: "", summary: "Serves an assistant: check, explain, plan, rehearse and more as tools, over standard input and output.", run: mcp },
  { name: "guide", arguments: "[SECTION] [--skill]", summary: "Prints the guide for assistants, or one section of it; with --skill as a skill file.", run: guide },
  { name: "feel", arguments: "'EXPRESSION' [--context JSON] | --cases FILE", summary: "Evaluates one expression, or runs a file of test cases.", run: feel },
  {
    name: "backup",
    arguments: "FILE TO [--data DIR] [--database URL] [--rehearse]",
    summary: "Saves the specification, records, files and history to a folder.",
    run: backup,
  },
  { name: "restore", arguments: "FROM [--data DIR] [--database URL] [--specification FILE]", summary: "Restores a backup.", run: restore },
];
