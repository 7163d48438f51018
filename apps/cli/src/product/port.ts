/** Checks that the port is free before anything is opened, so that a port in use leaves nothing half done. */
import { createServer } from "node:net";
import { failure, success, type Result } from "../terminal/result.ts";

/** `text` is the value of --port; 0 means any free port and stays 0. */
export function readPort(text: string | undefined): Result<number> {
  const port = text === undefined ? 4000 : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= 0 && port <= 65535 ? success(port) : failure(`--port needs a number from 0 to 65535, not "${text}".`);
}

export function checkPort(port: number, host: string): Promise<Result<number>> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(failure(portMessage(port, error))));
    probe.listen(port, host, () => probe.close(() => resolve(success(port))));
  });
}

/** The message for a failed listen. */
export function portMessage(port: number, error: NodeJS.ErrnoException): string {
  if (error.code === "EADDRINUSE") return `Port ${port} is already in use. Stop the program that uses it, or choose another port with --port (--port 0 picks a free one).`;
  if (error.code === "EACCES") return `This user can't listen on port ${port}. Choose a port above 1023 with --port.`;
  return `Can't listen on port ${port} (${error.code ?? error.message}). Choose another port with --port.`;
}
