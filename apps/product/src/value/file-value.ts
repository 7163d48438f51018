/** An uploaded file as a field's value. */
export interface FileValue {
  readonly id: string;
  readonly name?: string;
}
