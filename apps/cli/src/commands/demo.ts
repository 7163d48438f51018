/** `nonet demo FILE`: runs a specification in rehearsal and fills it, the first time, with plausible records in all states. */
import { atApiAddress } from "@nonet/api";
import type { Engine } from "@nonet/engine";
import { agreements } from "../demo/agreements.ts";
import { creatingCalls } from "../demo/creating-calls.ts";
import { exampleNames } from "../demo/example-names.ts";
import { fillDemo } from "../demo/fill-demo.ts";
import { print, printMessage } from "../terminal/print.ts";
import { run } from "./run.ts";

export const demo = (args: readonly string[]): Promise<number> => run(args.includes("--rehearse") ? args : [...args, "--rehearse"], { onReady: fill });

async function fill({ product }: Engine, address: string): Promise<void> {
  print(`The studio, where you edit the specification, is at ${address}/-/studio`);
  const filled = await fillDemo((path) => address + atApiAddress(product, path), exampleNames(product), creatingCalls(product), agreements(product));
  if (filled)
    printMessage(`Filled for a first look: ${filled.people} people made ${filled.records} records and did ${filled.actions} actions. Their password is "rehearsal demo".`);
}
