/** The command line: picks the command, and turns whatever happens into an exit code (0 done, 1 the document or the check says no, 2 it can't be done). */
import { nearest } from "@nonet/source";
import { commands, type Command } from "./command-list.ts";
import { fail, note, print } from "./terminal/print.ts";

/** Runs one command line (without `node` and the script); never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return help();
  if (name === "--version") return (print("0.1.0"), 0);
  const command = commands.find((c) => c.name === name);
  if (!command) return unknown(name);
  if (rest.includes("--help") || rest.includes("-h")) return (print(`${usage(command)}\n\n${command.sentence}`), 0);
  try {
    return await command.run(rest);
  } catch (error) {
    // Whatever arrives here is our bug, and only a bug may show where it happened.
    note(`This is a bug in Nonet: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 2;
  }
}

function help(): number {
  print("Nonet turns a specification in nine points into a running product.\n");
  const width = Math.max(...commands.map((c) => usage(c).length));
  for (const command of commands) print(`  ${usage(command).padEnd(width)}  ${command.sentence}`);
  return 0;
}

const usage = (command: Command): string => `nonet ${command.name}${command.arguments ? ` ${command.arguments}` : ""}`;

function unknown(name: string): number {
  const meant = nearest(
    name,
    commands.map((c) => c.name),
  );
  return fail(`There is no command "${name}"${meant ? `; did you mean "${meant}"?` : ". `nonet help` lists them."}`);
}
