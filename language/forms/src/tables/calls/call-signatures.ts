/** How a call is signed: `Signed with`. */
import { defineForms } from "../../patterns/form.ts";

const body = "[[,] of/over/from [request|raw] body]";
const key = "[,] [by|with|using|key|with key|by key|keyed with|with shared] {secret}";
const header = "[,] [sent|carried|passed] [in|as|into] header {header}";
const encoding = "[[,] (as|in|encoded as|encoded in|encoded) {encoding}]";
const within = "[[,] (within|tolerating|tolerance|at most) {length} [old]]";
const hmac = "(HMAC {algorithm}|{algorithm} HMAC) [signature|digest]";

export const signatureForms = defineForms({
  place: "a signing method",
  title: "Signatures of calls",
  point: 7,
  forms: {
    hmac: {
      pattern: "HMAC {algorithm} of the body by {secret} in header {header} [as {encoding}]",
      variants: [
        `[signed] [with|by] ${hmac} ${body} ${key} ${header} ${encoding}`,
        `[signed] [with|by] ${hmac} ${body} ${header} ${key} ${encoding}`,
        `[signed] [with|by] ${hmac} ${key} ${body} ${header} ${encoding}`,
        `header {header} [:|=|with|carries|is] ${hmac} ${body} ${key} ${encoding}`,
        `{secret} [,] [as|by|with] ${hmac} ${body} ${header} ${encoding}`,
      ],
      means: "The header HEADER carries an HMAC of the request's body, made with ALGORITHM and SECRET.",
      example: "HMAC SHA-256 of the body by `secret payment key` in header X-Signature",
    },
    standardWebhooks: {
      pattern: "Standard Webhooks by {secret} [, within {length}]",
      variants: [`[signed] [with|by|the] Standard Webhook(s) [signature|scheme|specification] ${key} ${within}`],
      means: "The headers webhook-id, webhook-timestamp and webhook-signature carry an HMAC of id, time and body, as the Standard Webhooks specification says.",
      example: "Standard Webhooks by `secret webhook key`, within 5 minutes",
    },
    timestamped: {
      pattern: "timestamped HMAC {algorithm} of the body by {secret} in header {header} [, within {length}]",
      variants: [
        `[signed] [with|by] timestamped ${hmac} ${body} ${key} ${header} ${within}`,
        `[signed] [with|by] timestamped ${hmac} ${body} ${header} ${key} ${within}`,
        `header {header} [:|=|with|carries|is] timestamped ${hmac} ${body} ${key} ${within}`,
      ],
      means: "The header HEADER carries a time and an HMAC of the time and the body: `t=…,v1=…`.",
      example: "timestamped HMAC SHA-256 of the body by `secret payment hook` in header Stripe-Signature, within 5 minutes",
    },
    bearer: {
      pattern: "bearer {secret}",
      variants: [
        "bearer token [:|=|from|with|,] {secret}",
        "{secret} as [a] bearer [token]",
        "[header] Authorization : Bearer {secret}",
        "[header] Authorization [with|is|=] Bearer {secret}",
        "Bearer {secret} in header Authorization",
      ],
      means: "The header Authorization carries SECRET as a bearer token.",
      example: "bearer `secret payment key`",
    },
    header: {
      pattern: "header {header} : {secret}",
      variants: [
        "header {header} [=|with|by|is|carries|,] {secret}",
        "[API key|key|token|API token] {secret} [,] [sent] in/as header {header}",
        "[API key|key|token|API token] in header {header} [:|=|,|with] {secret}",
      ],
      means: "The header HEADER carries SECRET itself.",
      example: "header X-Key: `secret payment key`",
    },
  },
});
