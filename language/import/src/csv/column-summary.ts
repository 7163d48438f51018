/** What the values of a column look like, with figures: a hint for whoever goes on writing. */

export interface ColumnSummary {
  /** The end of a sentence that begins with the field's name; null where nothing is striking. */
  readonly looksLike: string | null;
}

const maxChoices = 8;

const kinds: readonly (readonly [type: string, pattern: RegExp])[] = [
  ["yes/no", /^(?:yes|no|true|false)$/i],
  ["integer", /^-?(?:0|[1-9]\d{0,14})$/],
  ["number", /^-?\d{1,15}\.\d+$|^-?(?:0|[1-9]\d{0,14})$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["date and time", /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["web address", /^https?:\/\/\S+$/],
];

/** Collects values one by one; keeps few of them. */
export class ColumnObserver {
  private rows = 0;
  private filled = 0;
  private readonly possible = new Set(kinds.map(([type]) => type));
  private readonly values = new Map<string, number>();
  private isUnique = true;
  private readonly seen = new Set<string>();

  add(value: string): void {
    this.rows++;
    if (value === "") return;
    this.filled++;
    for (const [type, pattern] of kinds) if (this.possible.has(type) && !pattern.test(value)) this.possible.delete(type);
    if (this.values.size <= maxChoices) this.values.set(value, (this.values.get(value) ?? 0) + 1);
    if (!this.isUnique) return;
    if (this.seen.has(value) || this.seen.size > 100_000) this.isUnique = false;
    this.seen.add(value);
  }

  summary(): ColumnSummary {
    if (this.filled === 0) return { looksLike: this.rows === 0 ? null : `is empty in all ${this.rows.toLocaleString("en")} rows.` };
    const type = kinds.find(([name]) => this.possible.has(name))?.[0];
    const found = [
      type === undefined ? null : `${this.filled === 1 ? "its value looks" : `all ${this.filled.toLocaleString("en")} values look`} like the type \`${type}\``,
      type === undefined && this.values.size <= maxChoices && this.filled >= 3 * this.values.size
        ? `it has only the values ${[...this.values.keys()].map((value) => `"${value.slice(0, 40)}"`).join(", ")}`
        : null,
      this.isUnique && this.filled > 1 ? `no value occurs twice` : null,
      this.filled === this.rows ? `it is never empty` : null,
    ].filter((one) => one !== null);
    const striking = type !== undefined || found.length > 1;
    return { looksLike: striking ? `in ${this.rows.toLocaleString("en")} rows: ${found.join(", ")}.` : null };
  }
}
