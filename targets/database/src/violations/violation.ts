/** Queries for records that a new version finds standing against it: rows `{id}` each, with what it is in words. */
export interface ViolationQuery {
  readonly entity: string;
  readonly what: string;
  /** What must be mended before the new version can go live; the rest is only told. */
  readonly stops: boolean;
  readonly sql: string;
}
