/** `nonet studio FILE`: runs a specification in rehearsal, and opens the editor beside it. A file that isn't there is begun. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { print, printMessage } from "../terminal/print.ts";
import { emptySpecification } from "../specification/empty-specification.ts";
import { run } from "./run.ts";

export function studio(args: readonly string[]): Promise<number> {
  const [file] = args;
  if (file !== undefined && /\.md$/i.test(file) && !existsSync(file)) begin(file);
  return run(args.includes("--rehearse") ? args : [...args, "--rehearse"], { onReady: async (_engine, address) => showStudio(address), opensFaulty: true });
}

/** The nine points, each not shown. What can't be written is reported by the command that reads it. */
function begin(file: string): void {
  try {
    writeFileSync(file, emptySpecification(titleOf(file)), { flag: "wx" });
    printMessage(`Wrote ${file}: nine points, each not shown.`);
  } catch {
    // The folder isn't there or can't be written to.
  }
}

const titleOf = (file: string): string => {
  const words = basename(file).replace(/\.md$/i, "").replace(/[-_]+/g, " ").trim();
  return words === "" ? "Product" : words[0]!.toUpperCase() + words.slice(1);
};

export function showStudio(address: string): void {
  const studioAddress = `${address}/-/studio`;
  print(`The studio is at ${studioAddress}`);
  if (process.stdout.isTTY) openBrowser(studioAddress);
}

/** Nothing happens where there is no browser: the address is printed. */
function openBrowser(address: string): void {
  const opener = process.platform === "darwin" ? "open" : process.platform === "win32" ? "explorer" : "xdg-open";
  spawn(opener, [address], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
