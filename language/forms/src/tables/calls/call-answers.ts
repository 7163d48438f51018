/** What a received or offered call answers. */
import { defineForms } from "../../patterns/form.ts";

export const answerForms = defineForms({
  place: "an answer",
  title: "Answers of calls",
  point: 7,
  forms: {
    both: {
      pattern: "{status} {content}",
      variants: [
        "[with] [http] [status] [code] {status} [created|ok|accepted|found] [,|;|:|–|—|-|with|and] [the] [body] [:] {content}",
        "{content} [,|;] with [http] [status] [code] {status}",
      ],
      means: "Answers with the HTTP status STATUS and CONTENT.",
      example: "201 `{ done: true }`",
    },
    status: {
      pattern: "{status}",
      variants: ["[with] [http] [status] [code] {status} [created|ok|accepted|no content] [,|;] [[with] nothing|none|without [a] body]"],
      means: "Answers with the HTTP status STATUS and no content.",
      example: "204",
    },
    nothing: { pattern: "nothing", variants: ["none", "no content", "without [a] body"], means: "Answers with the HTTP status 204.", example: "nothing" },
    content: { pattern: "{content:rest}", variants: ["[the] body : {content:rest}"], means: "Answers with the HTTP status 200 and CONTENT.", example: "`{ done: true }`" },
  },
});
