/** Statements of the examples that no index can serve, each with the reason. Data for served-by-indexes.test.ts, which takes no reason that nothing needs. */

export interface Excuse {
  readonly document: string;
  /** The statement, by who asks for what. */
  readonly what: RegExp;
  readonly wrong: RegExp;
  readonly why: string;
}

export const cannotBeServed: readonly Excuse[] = [];
