/** A document with as many requests per minute as a test needs. */
export function withoutRequestLimit(text: string): string {
  if (/^\| requests per minute \|/m.test(text)) return text.replace(/^\| requests per minute \|[^|]*\|/m, "| requests per minute | 100000000 |");
  return text.replace(/^\| Name \| Value \|.*\n\|[-| ]+\|\n/m, (head) => {
    const columns = head.split("\n")[0]!.split("|").length - 2;
    return `${head}| requests per minute | 100000000 |${" – |".repeat(columns - 2)}\n`;
  });
}
