/** The command line: runs the command and returns its exit code (0 success, 1 the document or a check failed, 2 the command can't be run). */
import { nearest } from "@nonet/source";
import { commands, type Command } from "./command-list.ts";
import { fail, print, printMessage } from "./terminal/print.ts";

/** Runs one command line (without `node` and the script); never throws. */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return help();
  if (name === "--version") return (print("0.1.0"), 0);
  const command = commands.find((c) => c.name === name);
  if (!command) return unknown(name);
  if (rest.includes("--help") || rest.includes("-h")) return (print(`${usageOf(command)}\n\n${command.summary}`), 0);
  try {
    const run = await command.load();
    return await run(rest);
  } catch (error) {
    // Only a bug in Nonet gets here, and only a bug shows a stack trace.
    printMessage(`This is a bug in Nonet: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 2;
  }
}

function help(): number {
  print("Nonet turns a nine-point specification into a running product.\n");
  const width = Math.max(...commands.map((c) => usageOf(c).length));
  for (const command of commands) print(`  ${usageOf(command).padEnd(width)}  ${command.summary}`);
  return 0;
}

const usageOf = (command: Command): string => `nonet ${command.name}${command.arguments ? ` ${command.arguments}` : ""}`;

function unknown(name: string): number {
  const suggestion = nearest(
    name,
    commands.map((c) => c.name),
  );
  return fail(`There is no command "${name}".${suggestion ? ` Did you mean "${suggestion}"?` : " Run `nonet help` to list all commands."}`);
}
