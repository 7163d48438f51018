/** A query for records that violate a new version, with a description. */
export interface ViolationQuery {
  readonly entity: string;
  readonly what: string;
  /** Whether it blocks the upgrade. Other violations are only reported. */
  readonly stops: boolean;
  readonly sql: string;
}
