/** A log entry as a line for people: time, level, message, then the other fields as `name=value`. */

const hidden = new Set(["level", "time", "msg", "pid", "hostname", "err"]);

/** `json`: one line of the log. */
export function textLine(json: string): string {
  const entry = JSON.parse(json) as Record<string, unknown>;
  const fields = Object.entries(entry)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" && !/[\s"=]/.test(value) ? value : JSON.stringify(value)}`);
  return `${[entry["time"], String(entry["level"]).toUpperCase().padEnd(5), entry["msg"], ...fields].join(" ")}\n${errorLines(entry["err"])}`;
}

function errorLines(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { type, message, stack } = error as { readonly type: string; readonly message: string; readonly stack: readonly string[] };
  return [`${type}: ${message}`, ...stack].map((line) => `    ${line}\n`).join("");
}
