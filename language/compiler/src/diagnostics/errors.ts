/** Diagnostics of point 8: the codes of the error catalogue. */
import type { Entry } from "./entry.ts";

export const errorsCatalogue = {
  "duplicate-code": { severity: "error", explanation: "Two entries of point 8 have the same code. Remove one of them." },
  "bad-code": { severity: "error", explanation: "The code is not valid. A code has letters, digits and underscores and begins with a letter, as in `ITEM_TAKEN`." },
  "bad-status": {
    severity: "error",
    explanation:
      "The status of an error must be a whole number from 400 to 599. A code that only calls of point 7 raise may also have one from 200 to 299: then nothing happens, and the caller gets the code as a success.",
  },
  "unlisted-code": { severity: "error", explanation: "The document uses an error code that point 8 doesn't list. Add the code to point 8, or correct it." },
  "unused-code": { severity: "warning", explanation: "Point 8 lists a code that nothing raises. Use it, or remove it." },
  "built-in-message": {
    severity: "error",
    explanation:
      "The product itself raises this code, when there is no record to fill in the message. Write the message without `{…}`. Only codes that the document itself raises can have `{…}` in their messages.",
  },
} as const satisfies Record<string, Entry>;
