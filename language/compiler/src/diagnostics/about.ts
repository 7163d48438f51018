/** Diagnostics of point 1: the product's attributes, sign-in and audiences. */
import type { Entry } from "./entry.ts";

export const aboutCatalogue = {
  "unknown-language": {
    severity: "error",
    explanation: "There is no language of this name. Use its English name or its code, such as `German` or `de`.",
  },
  "language-not-offered": {
    severity: "error",
    explanation: "The table Translations has a column for a language that the product isn't offered in. Add the language to `Language` in point 1, or remove the column.",
  },
  "doubled-translation": { severity: "error", explanation: "The text is translated twice into the same language. Remove one of the rows." },
  "untranslatable-text": {
    severity: "error",
    explanation:
      "The first column of the table Translations contains a text that no screen and no message shows. Write the name, title or message exactly as the document does. Mails, and what calls send, can't be translated.",
  },
  "unknown-time-zone": {
    severity: "error",
    explanation: "The IANA time zone database has no time zone of this name. Use one of its names, such as `Europe/Berlin`.",
  },
  "unknown-currency": { severity: "error", explanation: "This is not an ISO 4217 currency code. Use a three-letter code, such as `EUR`." },
  "unknown-colour": {
    severity: "error",
    explanation: "The colour is not recognized. Write it as `#rrggbb`, or use one of the names that the message lists. The colour of a state is always one of these names.",
  },
  "contrary-sign-in": {
    severity: "error",
    explanation: "Sign-in is declared both by invitation only and open to registration, which contradict each other. Keep `; by invitation` or `; anyone may register as ROLE`.",
  },
  "unknown-sign-in": {
    severity: "error",
    explanation: "The sign-in method is not supported. Use `email and password`, `single sign-on` or `passkey`, followed by `; anyone may register as ROLE` or `; by invitation`.",
  },
  "bad-logo": {
    severity: "error",
    explanation: "The logo is neither a web address nor a file name. Write an address that begins with `https://`, or the name of an image file next to the document.",
  },
  "bad-origin": {
    severity: "error",
    explanation: "`Origins` names the pages of other addresses that may use the API. Each is a scheme and a host without a path, such as `https://app.example`, or `any`.",
  },
  "bad-api-address": {
    severity: "error",
    explanation:
      "`API address` moves the derived API to another path of the product, such as `/desk/api`. The path isn't inside `/api`, and neither the product itself nor a screen has an address in it.",
  },
  "audience-without-role": {
    severity: "warning",
    explanation: "Point 1 names an audience for which point 6 has no role, so nobody can belong to it. Add the role to point 6, or remove the audience.",
  },
  "role-without-audience": {
    severity: "warning",
    explanation: "Point 6 has a role that point 1 doesn't list among the people the product is for. Describe these people in point 1.",
  },
} as const satisfies Record<string, Entry>;
