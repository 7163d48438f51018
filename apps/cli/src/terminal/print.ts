/** The only place that prints: results go to standard output, messages to standard error. */

/** Prints a result, which another program may read. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

let writeMessage = (text: string): void => void process.stderr.write(`${text}\n`);

/** Prints a message for the person at the terminal, or writes it to the log. */
export const printMessage = (text: string): void => writeMessage(text);

/** From now on, messages go to the log, because whoever reads it expects nothing else between its lines. */
export function logMessages(write: (text: string) => void): void {
  writeMessage = write;
}

export const writeLogLine = (line: string): void => void process.stderr.write(line);

/** Prints an error message and returns the exit code for "can't be done". */
export function fail(message: string): 2 {
  printMessage(message);
  return 2;
}

// `nonet model … | head` closes the pipe early, which isn't an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
