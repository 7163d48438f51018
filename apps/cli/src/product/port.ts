/** Makes sure of the port before anything is opened, so that a taken one leaves nothing half done. */
import { createServer } from "node:net";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";

/** `text` as given with --port; 0 stands for any free one and stays 0. */
export function readPort(text: string | undefined): Attempt<number> {
  const port = text === undefined ? 4000 : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= 0 && port <= 65535 ? done(port) : mistake(`--port takes a number from 0 to 65535, not "${text}".`);
}

export function checkPort(port: number, host: string): Promise<Attempt<number>> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(mistake(portSentence(port, error))));
    probe.listen(port, host, () => probe.close(() => resolve(done(port))));
  });
}

/** What a failed listen means to the person who started it. */
export function portSentence(port: number, error: NodeJS.ErrnoException): string {
  if (error.code === "EADDRINUSE") return `Port ${port} is taken by another program: stop that one, or choose another with --port (--port 0 takes any free one).`;
  if (error.code === "EACCES") return `This user may not listen on port ${port}: choose one above 1023 with --port.`;
  return `Port ${port} can't be opened (${error.code ?? error.message}): choose another with --port.`;
}
