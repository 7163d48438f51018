/** Where a request comes from. */
export interface Origin {
  /** The IP address; "" if it isn't known. */
  readonly source: string;
  /** The browser or program, as it names itself. */
  readonly device: string;
}
