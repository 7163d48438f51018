/** Where the statements of this room find the form that they share with other rooms. */
export { iso, json, statement } from "../sql/statement.ts";
