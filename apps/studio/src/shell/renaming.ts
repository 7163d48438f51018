/** What is being renamed, and where its name stands. */
export interface Renaming {
  readonly file: number;
  readonly offset: number;
  readonly name: string;
  readonly kind: string;
}
