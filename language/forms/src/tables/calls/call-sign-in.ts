/** How the callers of an offered call sign in: `Signed in by`. */
import { defineForms } from "../../patterns/form.ts";

export const callerSignInForms = defineForms({
  place: "a sign-in method for callers",
  title: "Sign-in of callers",
  point: 7,
  forms: {
    bearer: {
      pattern: "bearer token",
      variants: ["bearer [token(s)|key|API key]", "[header] Authorization : Bearer [<] [token|key|…|. . .] [>]", "[API key|key|token] (as|in a) bearer [token]", "API token"],
      means: "The caller sends its key as a bearer token.",
      example: "bearer token",
    },
    header: {
      pattern: "header {header} [: {prefix:word} {placeholder}]",
      variants: [
        "[API key|key|token|API token|secret] [sent] (in|as) [the] header {header}",
        "header {header}",
        "[API key|key|token|API token|secret] (in|as) header {header} : {prefix:word} {placeholder}",
      ],
      means: "The caller sends its key in the header HEADER, after PREFIX if one is given.",
      example: "header X-Key",
    },
    session: {
      pattern: "session",
      variants: ["[a] session [cookie]", "signed-in session", "the session of the signed-in person"],
      means: "The caller is signed in.",
      example: "session",
    },
  },
});
