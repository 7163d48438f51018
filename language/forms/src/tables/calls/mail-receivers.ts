/** Who gets a mail: one receiver of `Email to`. Anything else is an expression. */
import { defineForms } from "../../patterns/form.ts";

export const receiverForms = defineForms({
  place: "a receiver of a mail",
  title: "Receivers of mails",
  point: 7,
  forms: {
    role: {
      pattern: "every {roles} [of {path}]",
      variants: [
        "[to] (every|each|all|any) {roles} [(of|at|in|for) {path}]",
        "[to] (everyone|everybody|anyone|anybody|all|people|all people|all users|every user|every person|each user|users|every User|each person) (with role|with roles|who has role|who have role|in role|having role|who is|who are|with the role of) {roles} [(of|at|in|for) {path}]",
        "[to] (every|each|all|any|all the|all of the) {roles} (user|users|person|people|member|members) [(of|at|in|for) {path}]",
        "[to] [the] {roles} (users|people|members) [(of|at|in|for) {path}]",
        "[to] (everyone|everybody) in [the] {roles} [role]",
        "[to] [the] {roles} [(of|at|in|for) {path}]",
      ],
      means: "Each active person with one of ROLES; with PATH, only those whose own field names the same.",
      example: "every Vet",
    },
    address: {
      pattern: "{address}",
      means: "The address itself.",
      example: "keeper@example.org",
    },
  },
});
