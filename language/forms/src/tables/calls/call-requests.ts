/** The request of an outgoing call: `Request`. */
import { defineForms } from "../../patterns/form.ts";

export const requestForms = defineForms({
  place: "a request",
  title: "Requests",
  point: 7,
  forms: {
    request: {
      pattern: "{method} {address}",
      variants: [
        "[HTTP] {method} [:|request to|request|to|on|at|from] {address}",
        "[an] HTTP {method} [request] [:|to|on|at] {address}",
        "{address} [,] (with|by|using|as) [method|the method|HTTP|a] {method} [request|method]",
        "{address} ({method})",
        "[address|url] {address} [,|;] [method] {method}",
      ],
      means: "Sends the HTTP request METHOD to ADDRESS.",
      example: "POST `https://payments.example/charges`",
    },
  },
});
