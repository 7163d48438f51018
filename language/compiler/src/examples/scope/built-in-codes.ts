/** Errors that the product itself raises, by code. */
export const builtInCodes = [
  "not-found",
  "not-signed-in",
  "not-permitted",
  "changed-meanwhile",
  "still-in-use",
  "invalid-value",
  "required",
  "not-unique",
  "call-failed",
  "not-shown",
  "wrong-state",
  "guard",
  "locked",
  "read-only",
  "unknown-field",
] as const;
