/** Everything the product does that no line of the document says, numbered; screens and errors cite the number. */

export interface Default {
  readonly number: number;
  readonly text: string;
}

export const defaults: readonly Default[] = [
  { number: 1, text: "Where no time zone is shown, times are in UTC." },
  { number: 2, text: "Where no language is shown, the product speaks English." },
  { number: 3, text: "Where no sign-in is shown, people sign in with email and password, and only the Owner invites them." },
  { number: 4, text: "Where point 2 is not shown, each entity has a list, a record page and a form under \"Not specified\"." },
  { number: 5, text: "Where point 6 is not shown, only the Owner may do anything." },
  { number: 6, text: "Where no Shown as is written, a record is named by its first unique or sequence field, else its field called name or title, else its first text field." },
  { number: 7, text: "A screen is in the menu unless its route has a parameter." },
  { number: 8, text: "A list without Columns shows the first seven fields that the reader may see, long texts, files and lists left out, and the state." },
  { number: 9, text: "A list without Sort shows the newest first." },
  { number: 10, text: "A list shows 50 records to a page, at most 200." },
  { number: 11, text: "A record that others refer to can't be deleted." },
  { number: 12, text: "Every change is kept in the history." },
  { number: 13, text: "A call without Expects takes any status from 200 to 299 within 10 seconds." },
  { number: 14, text: "A call without Retries is tried 6 times, waiting 10 seconds and doubling." },
  { number: 15, text: "A password has at least 10 characters." },
  { number: 16, text: "A session lasts 30 days." },
  { number: 17, text: "Ten failed sign-ins in 15 minutes lock an address for 15 minutes." },
  { number: 18, text: "A person may send 600 requests in a minute." },
  { number: 19, text: "An uploaded file has at most 10 MB." },
  { number: 20, text: "Money is rounded half up to its currency's minor unit." },
  { number: 21, text: "A form shows every field that the person may write, in the document's order." },
  { number: 22, text: "Every person may read their own User record, and change the name." },
  { number: 23, text: "A record page without sections shows every field that the reader may see." },
  { number: 24, text: "Text without an upper bound has at most 200 characters, long text 20,000." },
];
