/** The only place that prints: results to standard output, messages to standard error. */

/** A result, which another program may read. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A message for the person at the terminal. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A mistake in one sentence; gives the exit code for "it can't be done". */
export function fail(sentence: string): 2 {
  note(sentence);
  return 2;
}

// `nonet model … | head` closes the pipe early, which is nobody's mistake.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
