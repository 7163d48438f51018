/** The worker thread's entry: reads the spreadsheet that it was started with and sends the table back. */
import { parentPort, workerData } from "node:worker_threads";
import { parseSheet } from "./parse-sheet.ts";

parentPort!.postMessage(await parseSheet(workerData as Uint8Array));
