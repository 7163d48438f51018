/**
 * Reads an uploaded spreadsheet (xlsx) in a worker thread.
 *
 * A small file can unpack to a very large one, so the worker has limits on memory and time, and only a few run at once.
 * The server handles other requests meanwhile.
 */
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { ReadTable } from "./table.ts";

const limits = { seconds: 10, heapMegabytes: 512, atOnce: 2, waiting: 20 };

const tooLarge = { problem: "The spreadsheet is too large. Remove what you don't import, split the file, or save it as CSV.", code: "too-large" } as const;
const busy = { problem: "Too many spreadsheets are being read right now. Try again in a few seconds.", code: "busy" } as const;

/** The build puts the worker next to the bundle. */
const startBuilt = (options: WorkerOptions): Worker => new Worker(new URL("./sheet-worker.js", import.meta.url), options);

/** From source, the worker is TypeScript, which a thread of Node 20 can load only with tsx. */
function startSource(options: WorkerOptions): Worker {
  const [tsx, worker] = [import.meta.resolve("tsx/esm/api"), new URL("./sheet-worker.ts", import.meta.url).href].map((address) => JSON.stringify(address));
  return new Worker(`import(${tsx}).then(({ register }) => (register(), import(${worker})));`, { ...options, eval: true });
}

const start = import.meta.url.endsWith(".ts") ? startSource : startBuilt;

let running = 0;
const waiting: (() => void)[] = [];

export async function readSheet(bytes: Uint8Array): Promise<ReadTable> {
  if (running >= limits.atOnce) {
    if (waiting.length >= limits.waiting) return busy;
    await new Promise<void>((start) => waiting.push(start));
  }
  running++;
  try {
    return await readInWorker(bytes);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function readInWorker(bytes: Uint8Array): Promise<ReadTable> {
  return new Promise((resolve, reject) => {
    const worker = start({ workerData: bytes, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 64 } });
    const timer = setTimeout(() => settle(tooLarge), limits.seconds * 1000);
    const settle = (table: ReadTable): void => {
      clearTimeout(timer);
      resolve(table);
      void worker.terminate();
    };
    worker.once("message", settle);
    worker.once("error", (error: Error & { code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return settle(tooLarge);
      clearTimeout(timer);
      reject(error);
    });
    worker.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("The spreadsheet's worker ended without a result."));
    });
  });
}
