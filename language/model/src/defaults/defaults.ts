/** Everything the product does that no line of the document says, numbered; screens and errors cite the number. */

export interface Default {
  readonly number: number;
  readonly text: string;
}

export const defaults: readonly Default[] = [
  { number: 1, text: "Where no time zone is shown, times are in UTC." },
  { number: 2, text: "Where no language is shown, the product speaks English." },
  { number: 3, text: "Where no sign-in is shown, people sign in with email and password, and only the Owner invites them." },
  { number: 4, text: 'Where point 2 is not shown, each entity has a list, a record page and a form under "Not specified".' },
  { number: 5, text: "Where point 6 is not shown, only the Owner may do anything, whomever other points name; whoever registers has no role." },
  {
    number: 6,
    text: "Where no Shown as is written, a record is named by its first unique or sequence field, else its field called name or title, else its first text field, else its id; a person by their name.",
  },
  { number: 7, text: "A screen is in the menu unless its route has a parameter." },
  { number: 8, text: "A list without Columns shows the first seven fields that the reader may see, long texts, files and lists left out, and the state." },
  { number: 9, text: "A list without Sort shows the newest first." },
  { number: 10, text: "A list shows 50 records to a page, at most 200; a condition that a request brings (`where`) has 10 seconds." },
  { number: 11, text: "A record that others refer to can't be deleted." },
  { number: 12, text: "Every change is kept in the history." },
  { number: 13, text: "A call without Expects takes any status from 200 to 299 within 10 seconds." },
  { number: 14, text: "A call without Retries is tried again 6 times after the first attempt, waiting 10 seconds and doubling; one that a person waits for (First: yes) is not." },
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
  { number: 25, text: "A mail that can't be delivered is tried again 10 times, waiting 10 seconds and doubling." },
  { number: 26, text: "Mails and calls that have failed for good are listed for the Owner, who sends them again or drops them." },
  { number: 27, text: "What the receiver of a mail may not read is left out of it, files included; a receiver who is no person of the product gets what the document says." },
  {
    number: 28,
    text: "A schedule that came round while the product was down happens once when it is up again; a day that a month doesn't have is its last; minutes and hours are counted from midnight UTC.",
  },
  { number: 29, text: "A received call without Answers is answered with status 200 and an empty object, an offered one with status 204." },
  { number: 30, text: "A person may have API keys of their own, each acting as that person until it is deleted or the person is no longer active." },
  {
    number: 31,
    text: "Who signs in by single sign-on is known by the provider's own name for them, the first time by the email address that the provider confirms; an Owner only where NONET_OIDC_OWNER names them.",
  },
  {
    number: 32,
    text: "In an example, what a given record must have and the step leaves out is a stand-in: a text says the field's name, a number is its least value or 1, a day is today, a choice is the first, and a person or record is one of its own; somebody named only is made, with the role of the field or action that names them; what a unique field names already is that record, with what else the step gives.",
  },
  { number: 33, text: "An example without It is begins at the present; whether a mail or call is sent is asked of the steps since the latest Whens began." },
  {
    number: 34,
    text: "An import takes at most 10,000 lines; a line changes the record that its id, or the unique fields named to match, already name, and creates one otherwise.",
  },
  { number: 35, text: "Whoever is asked to decide and hasn't answered is reminded once for each step, by a mail of the product's own to them and to their deputies of the day." },
  {
    number: 36,
    text: "Who can no longer sign in isn't asked to decide any more, and a yes that they gave before stays one; where too few people are left who may decide a step, it waits, and the Owners are told once by a mail: of what must be proposed first, with the proposal.",
  },
  {
    number: 37,
    text: "A reminder counts from when the step's turn came, a lapse from when the decision began or began again; of what must be proposed first both count from the proposal, and without one nothing lapses.",
  },
  {
    number: 38,
    text: "Where any number or a majority must say yes, one person's yes counts once, also where they stand in for others; where all must, a deputy's yes counts for each whom they stand in for.",
  },
  { number: 39, text: "Without `refused by`, a no only says that this person doesn't agree; they may still say yes." },
  { number: 40, text: "A decision's step said as a role alone needs any one of those who have it, said as a list alone everybody in it." },
  { number: 41, text: "A deputy sees what the person represented sees, of the records on which that person decides now." },
  { number: 42, text: "An address is a text of several lines, at most 500 characters; a location is latitude and longitude in degrees, as in `52.52, 13.405`." },
  {
    number: 43,
    text: "Rich text keeps paragraphs, headings, bold, italic, underlined and struck text, lists, quotations, code and links; everything else is taken out when it is written.",
  },
  {
    number: 44,
    text: "A secret link is a path beneath the product's own address, `/link/` and 32 random letters and digits; what `bearer` is granted holds for the link's own record and its parts.",
  },
  { number: 45, text: "A secret key is shown in the answer that creates its record, and never again; a new key means a new record." },
  {
    number: 46,
    text: "An archived record is in no list, count or choice, overlaps nothing, is still read where it is referred to and by its own address, keeps its unique values, and isn't changed any more, by people, effects or the clock; only what befalls what it names (`empty it`, `delete too`) and the erasure of a person still reach it.",
  },
  {
    number: 47,
    text: "A part is deleted with its whole, whatever its own entity says of deleting, is locked while its whole is, and is permitted as its whole where point 6 has no row for it.",
  },
  { number: 48, text: "A sequence's {year} and {month} are those of the day on which the number is taken, in the product's zone." },
  { number: 49, text: "A list that has a least counts when it is empty too; a text that is empty has no length to judge." },
  {
    number: 50,
    text: "When a person is erased, their personal fields are emptied, in the history too, from which what was computed from them and what records were called by them goes as well; a required text says that it was erased, their account is closed, and mails that wait for them are dropped. Rules that read what is emptied judge it; what stands in its place isn't measured as the field's value, and `Locked while` doesn't hold it up. A file that another record holds besides stays there.",
  },
  { number: 51, text: "A random text has no letters or digits that look alike, and no two records have the same." },
  { number: 52, text: "Events run in rounds after the action's effects until nothing more follows, at most 50 rounds; a change in which they go on is refused." },
  {
    number: 53,
    text: "Working days are counted in the calendar without a name, or in the only one; so many working days after an instant are at the same time of the day, and working hours are those of its working time.",
  },
  { number: 54, text: "Where no row of a decision table holds, it gives nothing; where its rows contradict a hit policy of unique, neither." },
  {
    number: 55,
    text: "Where rules at several records object to the same thing, what is told is the rule at the record that the change is about, and otherwise that of one record.",
  },
  { number: 56, text: "Where point 6 grants an entity's history to nobody, whoever may read a record reads its history, cut to what they may read of it now." },
  { number: 57, text: "The document and its lines can be read by everybody who is signed in, and by nobody else." },
  {
    number: 58,
    text: "Who may fill in a field that refers to a person with a role is offered those who hold it, also where roles aren't theirs to read; only people whom they may read.",
  },
  {
    number: 59,
    text: "Where a field has a row of its own in point 6, whoever may update the field there also fills it in when the record is made, if they may create the record.",
  },
  {
    number: 60,
    text: "Whom `not by` excludes from a decision may propose it where Who names them for the record (`own`, `where`); whom Who names by a role alone may not.",
  },
  { number: 61, text: "Initial records are made in the document's order, but those that refer to later ones come after them." },
  {
    number: 62,
    text: "In texts for people (subjects and bodies of mails, messages, titles and texts of screens) a value stands as screens show it: an amount with its currency and its minor unit, long numbers grouped, dates, instants in the product's zone, durations and percentages in words; addresses, headers and what calls send keep the API's forms.",
  },
  {
    number: 63,
    text: "An uploaded file keeps the name that it is sent with, without folders and without signs that aren't seen or turn the direction of writing, at most 200 characters.",
  },
  {
    number: 64,
    text: "The history, and a record as it was, tell states and choices by the words that the document has for them now, as far as it says what they were (`was`); what is kept stays as it was written.",
  },
  {
    number: 65,
    text: "An initial record of an entity with `(new)` rows stands in the state of the first of them; no guard of theirs is asked and none of their effects happens.",
  },
  { number: 66, text: "Where the record of a call is gone when the answer comes, neither its Then nor its Otherwise happens." },
  {
    number: 67,
    text: "What a field asks for (`required when`, its bounds) is judged where its own record is written, also where it reads another record; what no change of the other may break is a rule of point 5.",
  },
  {
    number: 68,
    text: "A warning stops who acts until they confirm it. Where nobody is there to ask (timers, schedules, received calls, what follows an answer, initial records, coming by single sign-on for the first time), it stops nothing.",
  },
  { number: 69, text: "Within one change a record moves by itself at most 20 times in one machine; a change in which it would move further is refused." },
  {
    number: 70,
    text: "A decision that comes to its end without a further vote (somebody has left, a list has changed) happens with what the last yes gave for what the action asks; one whose action leaves the record in its state happens once, and the next begins with nothing said.",
  },
];
