/** Every command of `nonet`, in the order in which help lists them. */
import { backup, restore } from "./commands/backup.ts";
import { check } from "./commands/check.ts";
import { explain } from "./commands/explain.ts";
import { feel } from "./commands/feel.ts";
import { format } from "./commands/format.ts";
import { model, openapi, sql } from "./commands/show.ts";
import { apply, plan } from "./commands/plan.ts";
import { run } from "./commands/run.ts";
import { test } from "./commands/test.ts";

export interface Command {
  readonly name: string;
  readonly arguments: string;
  readonly sentence: string;
  /** Resolves to the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

export const commands: readonly Command[] = [
  {
    name: "run",
    arguments: "FILE [--port 4000] [--host HOST] [--data DIR] [--database URL] [--rehearse] [--owner EMAIL]",
    sentence: "Runs the specification as a product, and reads it again when it changes.",
    run,
  },
  { name: "check", arguments: "FILE [--format text|json|sarif] [--strict]", sentence: "Says what is wrong, what is open, what is prose and what is enforced.", run: check },
  { name: "explain", arguments: "FILE [NAME]", sentence: "Says each element as a sentence with its line, and the defaults that apply.", run: explain },
  { name: "format", arguments: "FILE [--check]", sentence: "Rewrites the specification in the canonical form, prose untouched.", run: format },
  { name: "model", arguments: "FILE", sentence: "Prints the checked model as JSON.", run: model },
  { name: "openapi", arguments: "FILE", sentence: "Prints the API's description (OpenAPI 3.1).", run: openapi },
  { name: "sql", arguments: "FILE", sentence: "Prints the database's tables as SQL.", run: sql },
  {
    name: "plan",
    arguments: "FILE [--data DIR] [--database URL]",
    sentence: "Says what would change in the database.",
    run: plan,
  },
  {
    name: "apply",
    arguments: "FILE [--data DIR] [--database URL] [--accept-loss]",
    sentence: "Changes the database to fit the specification.",
    run: apply,
  },
  { name: "test", arguments: "FILE [--against URL]", sentence: "Runs the document's examples.", run: test },
  { name: "feel", arguments: "'EXPRESSION' [--context JSON] | --cases FILE", sentence: "Evaluates one expression, or a file of cases.", run: feel },
  {
    name: "backup",
    arguments: "FILE TO [--data DIR] [--database URL]",
    sentence: "Saves everything: specification, records, files, history.",
    run: backup,
  },
  { name: "restore", arguments: "FROM [--data DIR] [--database URL] [--specification FILE]", sentence: "Brings a backup back.", run: restore },
];
