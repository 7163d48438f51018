/** `2 working days`, `4 working hours` as the duration that the calendar counts; null for anything else. */
export function workingSpan(text: string): string | null {
  const found = /^(\d+)\s+working\s+(day|hour)s?$/i.exec(text);
  return found && (found[2]!.toLowerCase() === "day" ? `P${found[1]}D` : `PT${found[1]}H`);
}
