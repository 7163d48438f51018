/** The only place that prints: results go to standard output, messages to standard error. */

/** Prints a result, which another program may read. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a message for the person at the terminal. */
export function printMessage(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints an error message and returns the exit code for "can't be done". */
export function fail(message: string): 2 {
  printMessage(message);
  return 2;
}

// `nonet model … | head` closes the pipe early, which isn't an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
