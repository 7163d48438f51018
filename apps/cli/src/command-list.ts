/** Every command of `nonet`, in the order in which help lists them. A command is loaded when it runs: help and checking need no server. */
export interface Command {
  readonly name: string;
  readonly arguments: string;
  readonly summary: string;
  /** Loads the command, which resolves to the exit code. */
  readonly load: () => Promise<(args: readonly string[]) => Promise<number>>;
}

export const commands: readonly Command[] = [
  {
    name: "run",
    arguments:
      "FILE [--port 4000] [--host HOST] [--data DIR] [--database URL] [--replica URL] [--rehearse] [--apply] [--owner EMAIL] [--log json|text] [--slow-statements MS] [--drain SECONDS] [--key-file PATH]",
    summary: "Runs the specification as a product. A changed file runs at once in rehearsal and with --apply; otherwise it is a draft.",
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "studio",
    arguments: "FILE [--port 4000] [--data DIR]",
    summary: "Runs the specification in rehearsal with its editor beside it; begins a file that isn't there.",
    load: async () => (await import("./commands/studio.ts")).studio,
  },
  {
    name: "demo",
    arguments: "FILE [--port 4000] [--data DIR]",
    summary: "Runs the specification in rehearsal, filled with plausible records.",
    load: async () => (await import("./commands/demo.ts")).demo,
  },
  {
    name: "owner",
    arguments: "EMAIL [--data DIR] [--database URL]",
    summary: "Makes a person an active Owner and prints a new password, also while the product runs.",
    load: async () => (await import("./commands/owner.ts")).owner,
  },
  {
    name: "doctor",
    arguments: "FILE [--data DIR] [--database URL] [--replica URL] [--rehearse] [--backups DIR] [--json]",
    summary: "Checks an installation, and says what is wrong and what to do about it.",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "new",
    arguments: "NAME",
    summary: "Writes a specification with the nine points, each not shown.",
    load: async () => (await import("./commands/new.ts")).newSpecification,
  },
  {
    name: "import",
    arguments: "postgres URL | openapi FILE | csv FOLDER [--to FILE] [--records [--skip-refused] [--rehearse] [--data DIR] [--database URL]]",
    summary: "Writes a specification of what exists already, says what became of each object, and takes the records along.",
    load: async () => (await import("./commands/import.ts")).importCommand,
  },
  {
    name: "check",
    arguments: "FILE [--format text|json|sarif] [--strict]",
    summary: "Reports errors, open points, prose and enforced statements.",
    load: async () => (await import("./commands/check.ts")).check,
  },
  {
    name: "explain",
    arguments: "FILE [NAME or LINE]",
    summary: "Explains each element in one sentence with its line, and lists the defaults that apply; with a number, what that line says.",
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  {
    name: "format",
    arguments: "FILE [--check]",
    summary: "Rewrites the specification in canonical form. Prose stays as it is.",
    load: async () => (await import("./commands/format.ts")).format,
  },
  { name: "model", arguments: "FILE", summary: "Prints the compiled model as JSON.", load: async () => (await import("./commands/show.ts")).model },
  { name: "openapi", arguments: "FILE", summary: "Prints the API description (OpenAPI 3.1).", load: async () => (await import("./commands/show.ts")).openapi },
  {
    name: "diagram",
    arguments: "FILE [--all]",
    summary: "Prints the state machines as Mermaid; with --all also the entities, the screens and who can do what.",
    load: async () => (await import("./commands/show.ts")).diagram,
  },
  {
    name: "client",
    arguments: "FILE [--out FILE.ts]",
    summary: "Writes a typed TypeScript client of the product's API.",
    load: async () => (await import("./commands/client.ts")).client,
  },
  { name: "sql", arguments: "FILE", summary: "Prints the database schema as SQL.", load: async () => (await import("./commands/show.ts")).sql },
  {
    name: "plan",
    arguments: "FILE [--data DIR] [--database URL] [--rehearse]",
    summary: "Shows what would change in the database.",
    load: async () => (await import("./commands/plan.ts")).plan,
  },
  {
    name: "apply",
    arguments: "FILE [--data DIR] [--database URL] [--rehearse] [--accept-loss] [--why TEXT]",
    summary: "Migrates the database to the specification, also while the product runs.",
    load: async () => (await import("./commands/plan.ts")).apply,
  },
  {
    name: "versions",
    arguments: "FILE [show N | diff M [N] | restore N] [--data DIR] [--database URL] [--rehearse] [--overwrite]",
    summary: "Lists the versions that have gone live: when, by whom, why, and what each changed. Prints one, compares two, or writes one into the file as a draft.",
    load: async () => (await import("./commands/versions.ts")).versions,
  },
  { name: "test", arguments: "FILE [--against URL]", summary: "Runs the document's examples.", load: async () => (await import("./commands/test.ts")).test },
  {
    name: "lsp",
    arguments: "",
    summary: "Serves an editor: diagnostics, fixes, completion, hover, rename and more, over standard input and output.",
    load: async () => (await import("./commands/lsp.ts")).lsp,
  },
  {
    name: "mcp",
    arguments: "",
    summary: "Serves an assistant: check, explain, plan, rehearse and more as tools, over standard input and output.",
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  {
    name: "guide",
    arguments: "[SECTION] [--skill]",
    summary: "Prints the guide for assistants, or one section of it; with --skill as a skill file.",
    load: async () => (await import("./commands/guide.ts")).guide,
  },
  {
    name: "feel",
    arguments: "'EXPRESSION' [--context JSON] | --cases FILE",
    summary: "Evaluates one expression, or runs a file of test cases.",
    load: async () => (await import("./commands/feel.ts")).feel,
  },
  {
    name: "backup",
    arguments: "FILE TO [--data DIR] [--database URL] [--rehearse]",
    summary: "Saves the specification, records, files and history to a folder.",
    load: async () => (await import("./commands/backup.ts")).backup,
  },
  {
    name: "restore",
    arguments: "FROM [--data DIR] [--database URL] [--specification FILE]",
    summary: "Restores a backup.",
    load: async () => (await import("./commands/backup.ts")).restore,
  },
];
