/** The numbered defaults: what a product does when no line of its document says otherwise. Screens and errors cite the numbers. */

import { screenDefaults } from "./screen-defaults.ts";
import { timerDefaults } from "./timer-defaults.ts";

export interface Default {
  readonly number: number;
  readonly text: string;
}

export const defaults: readonly Default[] = [
  { number: 1, text: "If the document doesn't state a time zone, times are in UTC." },
  { number: 2, text: "If the document doesn't state a language, the product is in English." },
  { number: 3, text: "If the document doesn't state how people sign in, they sign in with email and password, and only the Owner can invite them." },
  { number: 4, text: 'If point 2 is not shown, each entity has a list, a record page and a form in the menu group "Not specified".' },
  { number: 5, text: "If point 6 is not shown, only the Owner has permissions, whatever roles other points name. People who register have no role." },
  {
    number: 6,
    text: "If an entity has no Shown as, its records are shown as their first unique field, not counting formatted fields such as an email; otherwise as a required field called name or title; otherwise as a sequence; otherwise as a field called name or title; otherwise as their first unique formatted field; otherwise as a text, one that people fill in before others, an optional remark, reason, comment or description after other short ones; otherwise as a required long text that isn't a note, remark, comment or message; otherwise as the first record that they refer to and their first date, such as “Night · 3 Nov 2026”, where the reader sees them; the API shows the id. A hidden field, a location, a currency, country, language or time zone is never shown. A person is shown by name.",
  },
  { number: 7, text: "A screen is in the menu unless its route has a parameter." },
  { number: 8, text: "A list without Columns shows the state and the first seven fields that the reader may see, without long texts, files and lists." },
  { number: 9, text: "A list without Sort shows the newest records first." },
  {
    number: 10,
    text: "A page of a list has 50 records, or as many as the request asks for, up to 200. A condition sent with a request (`where`) may take at most 2 seconds, and a person may run 2 of them at a time. One that reads only plain fields of the record and that the database expects to be cheap is read like a filter. One that the database expects to take much longer is refused without being run.",
  },
  { number: 11, text: "A record that other records refer to can't be deleted." },
  { number: 12, text: "Every change is recorded in the history." },
  { number: 13, text: "A call without Expects accepts any status from 200 to 299 within 10 seconds." },
  {
    number: 14,
    text: "A call without Retries is retried 6 times after the first attempt. The first wait is 10 seconds, and each further wait is twice as long. A call that a person waits for (First: yes) is not retried. Where Retries gives only a number, each wait is 10 seconds. With `exponential backoff`, the first wait is 10 seconds, and each further wait is twice as long.",
  },
  {
    number: 15,
    text: "A password has at least 10 characters, is none of the most common passwords, has at least 4 different characters, and isn't made of the person's name or email address.",
  },
  { number: 16, text: "A session lasts 30 days." },
  {
    number: 17,
    text: "After ten failed sign-ins to an account within 15 minutes, nobody can sign in to it for 15 minutes, except from an IP address from which the account was signed in to in the last 90 days; such an address has a count of its own. After twenty failed sign-ins to any accounts, an IP address waits after each further one: 1 second, then twice as long each time, at most 15 minutes.",
  },
  { number: 18, text: "A person can send 600 requests per minute." },
  { number: 19, text: "An uploaded file can have at most 10 MB." },
  { number: 20, text: "Money is rounded half up to the minor unit of its currency, and so is the value of a formula that is `rounded to` a number of decimals." },
  { number: 21, text: "A form shows every field that the person may write, in the order of the document." },
  { number: 22, text: "Every person may read their own User record and change their name." },
  { number: 23, text: "A record page without sections shows every field that the reader may see." },
  { number: 24, text: "A text without an upper bound has at most 200 characters, a long text 20,000." },
  { number: 25, text: "A mail that can't be delivered is retried 10 times. The first wait is 10 seconds, and each further wait is twice as long." },
  { number: 26, text: "Mails and calls that have failed for good are listed for the Owner, who can send them again or discard them." },
  { number: 27, text: "Mails and error messages have `…` for what their reader may not read, and no such files. A receiver who isn't a user gets the text as it is written." },
  {
    number: 28,
    text: "A schedule that was due while the product was not running runs once when the product starts again. A day that a month doesn't have is the last day of that month. Intervals in minutes and hours are counted from midnight UTC.",
  },
  { number: 29, text: "A received call without Answers is answered with status 200 and an empty object, an offered call with status 204." },
  { number: 30, text: "A person can have API keys. A key acts as that person until it is deleted, has expired, or the person is no longer active." },
  {
    number: 31,
    text: "A person who signs in by single sign-on is identified by the provider's identifier for them, and the first time by an email address that the provider has verified. An Owner is identified only if NONET_OIDC_OWNER names them.",
  },
  {
    number: 32,
    text: "In an example, required fields of a given record that the step leaves out are filled in: a text with the name of the field, a number with its lower bound or 1, a date with today, a choice with its first value, a reference with a record or person of its own. A person who is only named has the role of the action, or of the first field with a role, that names them. A value of a unique field that already exists stands for that record, together with the other values of the step.",
  },
  { number: 33, text: "Whether a mail or call was sent is checked since the latest group of When steps began." },
  {
    number: 34,
    text: "An import has at most 10,000 lines. A line updates the record with the same id, or with the same values in the unique fields chosen for matching; otherwise it creates a record. A second line about the same record is refused.",
  },
  {
    number: 35,
    text: "A person who has been asked to decide and hasn't voted gets one reminder per step. The product sends it by mail to the person and to their current deputies.",
  },
  {
    number: 36,
    text: "A person who can no longer sign in isn't asked to decide any more, but a yes that they gave before still counts. If too few people are left to decide a step, the step waits, and the product sends the Owners one mail. If the decision must be proposed first, the mail is sent with the proposal.",
  },
  {
    number: 37,
    text: "A reminder counts from the moment when the step became current; a lapse counts from when the decision began or began again. If the decision must be proposed first, both count from the proposal, and without a proposal nothing lapses. If it lapses without an action, the votes are discarded, the record stays as it is, and no deadline runs until somebody proposes or votes again.",
  },
  {
    number: 38,
    text: "If any number or a majority must say yes, one person's yes counts once, even if they are also a deputy. If all must say yes, a deputy's yes counts for each person whom they represent.",
  },
  { number: 39, text: "Without `refused by`, a no only records that this person doesn't agree. They can still say yes later." },
  {
    number: 40,
    text: "A step of a decision that names only a role needs a yes from any one person with that role. A step that names only a list needs a yes from everybody in the list.",
  },
  { number: 41, text: "A deputy sees what the person whom they represent sees, but only for records on which that person currently decides." },
  { number: 42, text: "An address is a text of several lines with at most 500 characters. A location is latitude and longitude in degrees, such as `52.52, 13.405`." },
  {
    number: 43,
    text: "Rich text can contain paragraphs, headings, bold, italic, underlined and struck text, lists, quotations, code and links. Everything else is removed when the text is saved.",
  },
  {
    number: 44,
    text: "A secret link is a path below the product's own address: `/link/` and 32 random letters and digits. What `bearer` is granted applies to the record of the link and to its parts.",
  },
  { number: 45, text: "A secret key is shown once, in the response that creates its record. To get a new key, create a new record." },
  {
    number: 46,
    text: "An archived record doesn't appear in lists, counts or choices and doesn't take part in overlap rules. It can still be read through references and by its own address, and it keeps its unique values. People, effects and timers can't change it; only `empty it`, `delete too` and the erasure of a person still do.",
  },
  {
    number: 47,
    text: "A part is deleted together with its whole, whatever its own entity says about deletion. It is locked while its whole is locked, and it has the permissions of its whole unless point 6 has a row for it.",
  },
  { number: 48, text: "The {year} and {month} of a sequence are those of the day on which the number is assigned, in the product's time zone." },
  { number: 49, text: "The lower bound of a list also applies when the list is empty. The bounds of a text don't apply when the text is empty." },
  {
    number: 50,
    text: "When a person is erased, their personal fields are emptied, also in the history, together with values computed from them and titles of records made from them. A required text is replaced by a note that it was erased. The account is closed, and pending mails to the person are discarded. Rules that read the emptied fields are checked; bounds and `Locked while` are not. A file that another record also uses is kept there.",
  },
  { number: 51, text: "A random text has no letters or digits that look alike, and no two records have the same random text." },
  { number: 52, text: "Events run in rounds after the effects of the action, until no further events follow. A change that needs more than 50 rounds is refused." },
  {
    number: 53,
    text: "Working days are counted in the calendar without a name, or in the only calendar. A number of working days after an instant ends at the same time of day. Working hours are counted in the working time of the calendar.",
  },
  { number: 54, text: "If no row of a decision table matches, the result is null. The result is also null if rows contradict the hit policy unique." },
  {
    number: 55,
    text: "If rules of several records refuse a change, the error reports the rule of the record that the change is about; otherwise the rule of one of the other records.",
  },
  { number: 56, text: "If point 6 grants an entity's history to nobody, everyone who may read a record may read its history, limited to what they may read of the record now." },
  { number: 57, text: "Everyone who is signed in can read the document and its lines. Nobody else can." },
  {
    number: 58,
    text: "A person who may fill in a field that refers to people with a role can choose among the people with that role whom they may read, even if they may not read who has which role.",
  },
  {
    number: 59,
    text: "If a field has a row of its own in point 6, everyone who may update the field there can also fill it in when they create the record, if they may create it.",
  },
  { number: 60, text: "A person whom `not by` excludes from a decision may propose it if Who names them for the record (`own`, `where`), but not if Who names them only by role." },
  { number: 61, text: "Initial records are created in the order of the document, except that a record that refers to a later one is created after it." },
  {
    number: 62,
    text: "In texts for people (subjects and bodies of mails, messages, titles and texts of screens) values are formatted as on screens: amounts with currency and minor unit, long numbers in groups, dates, instants in the product's time zone, durations and percentages in words. Addresses, headers and the content of calls use the formats of the API.",
  },
  {
    number: 63,
    text: "An uploaded file keeps the name with which it is sent, without folders, invisible characters and characters that change the writing direction, up to 200 characters.",
  },
  {
    number: 64,
    text: "The history, and a record at an earlier time, show states and choices by their current names, as far as the document says what they were called (`was`). The stored history doesn't change.",
  },
  {
    number: 65,
    text: "An initial record of an entity with `(new)` rows starts in the state of the first of these rows. Their guards aren't checked, and their effects don't run.",
  },
  { number: 66, text: "If the record of a call no longer exists when the answer arrives, neither Then nor Otherwise runs." },
  {
    number: 67,
    text: "The requirements of a field (`required when`, bounds) are checked when its own record is written, even if they read another record. To protect a requirement from changes of the other record, write a rule in point 5.",
  },
  {
    number: 68,
    text: "A warning stops the person who acts until they confirm it. It stops nothing where nobody can confirm: in timers, schedules, received calls, the effects of an answer, initial records, and the first sign-in by single sign-on.",
  },
  { number: 69, text: "Within one change, a record makes at most 20 automatic transitions in one machine. A change that needs more is refused." },
  {
    number: 70,
    text: "A decision can end without a further vote, because somebody has left or a list has changed. Its action then runs with the input of the last yes. If the action leaves the record in the same state, it runs once, and the next decision starts without votes.",
  },
  { number: 71, text: "The last active Owner can't be deactivated or deleted, by whatever means. A second Owner is made on the command line (`nonet owner`)." },
  { number: 72, text: "A person may have 20 event streams open at a time, and an address 100 that aren't signed in." },
  {
    number: 73,
    text: "The body of a request arrives within 60 seconds. A file may take up to 15 minutes while at least 20 kB arrive in every 20 seconds.",
  },
  { number: 74, text: "A record can be sent with at most 1,000 parts, parts of parts included." },
  {
    number: 75,
    text: "Ended sessions are deleted within an hour, failed sign-ins and idempotency keys after a day, and delivered mails and calls after 30 days. The keys of received and offered calls that count once are kept.",
  },
  {
    number: 76,
    text: "Within 24 hours, a person can upload at most 1,000 files and 1 GB, and all people together 10 GB. An upload that no record has used within a day is deleted.",
  },
  {
    number: 77,
    text: "In the conditions, filters and sort keys of a request, a reference to a record that the reader may not read is null, as it is in the response.",
  },
  {
    number: 78,
    text: "A call whose host comes from data is never sent to an address inside the network (loopback, private, link-local and other addresses that aren't public), unless NONET_ALLOW_HOSTS names the host.",
  },
  {
    number: 79,
    text: "A number, chart, report or list has no value and says why if the reader may read no record of the entity of which it is made. A dashboard leaves such elements out if it has others that the reader may see. If its condition compares with `me`, it is about the reader's own records, and none of them is 0. Whether it has a value depends only on what the reader may read.",
  },
  {
    number: 80,
    text: "An action that only deletes records, or only leads to one state that no transition leaves, asks the person before it runs. In a form for its input the question is part of the form. Programs aren't asked.",
  },
  {
    number: 81,
    text: "If a parameter in the route of a form fits several references of the new record, the one counts whose record page has the route that the form's route continues (`/papers/:number` for `/papers/:number/rebuttal`). Otherwise the checker asks for the name of the field.",
  },
  {
    number: 82,
    text: "An offered action that creates a record opens the first form screen for it that the reader may open and that the page's record can fill in, otherwise a dialog with all fields that the reader may fill in.",
  },
  {
    number: 83,
    text: "In the route after saving, a parameter over a reference is the id of the referred record if the reader may not read the field.",
  },
  { number: 85, text: "A secret link that ends on a day opens until the end of that day, in the product's time zone. A link whose moment is empty doesn't end." },
  {
    number: 86,
    text: "The personal data of a record that stands for a person itself can be exported and erased by those who have the right to delete the record in point 6, even if Deleting doesn't allow it.",
  },
  {
    number: 87,
    text: "`forget` also removes the value from messages about the record that wait, have failed or were sent, and drops a waiting mail without a receiver. A required field that was forgotten may stay empty.",
  },
  {
    number: 88,
    text: "A secret in an HTTP call is sent with the value that it has at the moment of sending. If the other system sends it back, it is removed from the stored answer.",
  },
  {
    number: 89,
    text: "A majority with a quorum is a majority of the votes cast, as soon as the quorum has voted. Without a quorum it stands once the missing votes can't change it. A tie is decided when everybody has voted.",
  },
  {
    number: 91,
    text: "While a record is locked, an action of a person that stores fields of the record runs only if it leads to another state. Actions that store nothing of what the person sends run as usual.",
  },
  { number: 92, text: "If no case of a decision applies, nobody can decide: the decision waits, and the Owner is notified." },
  {
    number: 94,
    text: "A call that undoes another one is sent after the change has failed, with the values of the record as it is then. If the change would have created the record, only the answer of the undone call is available.",
  },
  {
    number: 96,
    text: "Whoever opens a secret link reaches the record of the link, its parts, and the records to which a stored reference of that record leads, as far as point 6 grants them to `bearer`.",
  },
  {
    number: 97,
    text: "A hidden field is written by whoever may write its record, unless the row of the field in point 6 grants writing to somebody. Then only that row grants it.",
  },
  {
    number: 98,
    text: "A rule on the change of a field isn't checked when a record is created, even with a value, as `On change of` doesn't run then.",
  },
  {
    number: 100,
    text: "A repeat with the same Idempotency-Key is answered as the first request was, restricted to what the caller may read now: without a body where that is no longer the record, and without new secret keys. Refusals are repeated too, except warnings, failed calls, too many requests and unavailability: then the request runs again.",
  },
  {
    number: 101,
    text: "A received or offered call that counts once is counted when it is done. A repetition is answered as the first was, also where the answer was `end with CODE`. What was refused, or stopped with a status of success, isn't counted.",
  },
  {
    number: 102,
    text: "In a schedule without records, its statements are one change, and each record of a `for each` among them is a change of its own after it. Where a schedule's time zone depends on its records, each zone has its own occurrences. A record without a valid zone is in the product's.",
  },
  { number: 103, text: "A mail to `every ROLE` goes to the active people who have the role, also by a role that includes it." },
  {
    number: 104,
    text: "A list or report is attached as xlsx unless the document says csv, and is made when the mail is sent, with what its receiver may read then. In mails, secret links and routes of screens become addresses that begin with NONET_ADDRESS, or with the address where the server listens; in calls, secret links do.",
  },
  {
    number: 105,
    text: "A calendar's working day without hours is a whole day, from 00:00 to 24:00. Zero working days or hours change nothing. Working hours added to a date count from 00:00 of that day and give an instant.",
  },
  { number: 106, text: "Where a text names the calendar and no calendar has that name, nothing is counted and the result is null." },
  { number: 107, text: "A text that `date and time(text)` reads without a time zone is in the product's time zone. A time zone that doesn't exist gives null." },
  {
    number: 108,
    text: "A text is empty if it has no value or no characters, a list if it has no elements, anything else if it has no value.",
  },
  {
    number: 109,
    text: "An amount in the currency that a field holds has no currency after it was multiplied or divided by a number that can be a rate of exchange: by any number except those written in the expression, whole numbers and percentages. `money(NUMBER, CODE)` gives a number its currency.",
  },
  { number: 110, text: "An example that doesn't say the time begins on Monday, 5 January 2026, at 09:00 in the time zone of the product." },
  {
    number: 111,
    text: "An example that expects a mail to the people of a role, and has nobody with the role, has one person with it, who is called like the role.",
  },
  {
    number: 112,
    text: "In an example, `it` is the record that the steps spoke of last, among those of which the rest of the step can be true. What is due by itself happens when all that the Given steps describe is there.",
  },
  {
    number: 113,
    text: "A server sends at most 20 calls to one host at a time, and at most 20 mails. The calls of one record leave in order, and so do its mails to one address. A mail waits for no call, and a call for no mail.",
  },
  {
    number: 114,
    text: "An imported spreadsheet can have at most 60 MB unpacked and 500,000 cells in 20,000 rows, and must be read within 10 seconds. Its first sheet is used.",
  },
  {
    number: 115,
    text: "An uploaded file whose type is an image in PNG, JPEG, GIF, BMP, WebP or AVIF format must begin as such an image does.",
  },
  { number: 116, text: "A request in JSON can be nested at most 40 levels deep and have at most 2 MB." },
  {
    number: 117,
    text: "If NONET_ADDRESS is set, the product answers only under its host and under the loopback names, unless NONET_ALLOWED_HOSTS names others. Without both, it answers under any host.",
  },
  {
    number: 118,
    text: "`/healthz` and `/readyz` answer everyone, under any host. `/metrics` answers this machine only, or with NONET_METRICS_TOKEN whoever sends the token. Browsers get a screen of the document at these paths instead, if there is one.",
  },
  {
    number: 119,
    text: "If several processes serve a product, they count requests per minute together. The limits on conditions at a time, event streams, and mails and calls at a time hold for each process.",
  },
  {
    number: 120,
    text: "`list of my E` shows the records of E whose only field for a User is the reader. If E has several or none, the `Own:` lines of point 6 say whose a record is.",
  },
  { number: 121, text: "`newest first` without a field orders a list by creation; `latest first` and the like by its only required date, or else its only date." },
  { number: 122, text: "In a chart, `sum of F by G` without an entity means the only entity that has both fields." },
  {
    number: 130,
    text: "If nobody has the role that decides, and Who names only that role, the decision begins without a proposal: the Owner is notified, and it lapses in its time.",
  },
  {
    number: 135,
    text: "What is read from a replica contains every change that its client has seen, is at most 5 seconds old, and never contains what a change has hidden or deleted. A read waits at most 50 milliseconds for a replica; then the primary database answers it.",
  },
  { number: 140, text: "A session ends when it hasn't been used for 14 days." },
  {
    number: 141,
    text: "A link that resets a password works for 30 minutes, a link from the command line for an hour, a link that confirms an address for 24 hours, and an invitation for 7 days. Each works once. At most 3 resets and 5 confirmations are mailed to an account in an hour.",
  },
  {
    number: 142,
    text: "The Owner confirms with a password or a second factor before changing roles and access, inviting people, exporting or erasing a person's data, acting for somebody and creating API keys, and everybody before changing second factors or an email address or ending another session, unless they signed in or confirmed within 15 minutes. In rehearsal nobody has to.",
  },
  { number: 143, text: "An email address changes when its owner opens the link that was mailed to the new address. Until then the old address stays in use." },
  {
    number: 144,
    text: "Whoever has a role that needs a second factor has no permissions until they have shown one in the session. Everybody who has set one up is asked for it after the password. Single sign-on counts as a second factor if the provider says so (`amr` contains `mfa`), and so does signing in with a passkey. Somebody who acts as a deputy needs one too if the role of the person whom they represent does. In rehearsal no role needs a second factor.",
  },
  {
    number: 145,
    text: "A second factor is a code of an app (TOTP, 6 digits, 30 seconds) or a passkey. With the first one, a person gets 10 recovery codes, each of which works once. After ten wrong codes within 15 minutes, no code is accepted for 15 minutes.",
  },
  {
    number: 146,
    text: "An API key expires after a year unless the person chooses another end or none. It can be limited to reading, or to some of the person's roles. If a role needs a second factor, only a key that was created in a session with one has that role's permissions. A key can't manage an account.",
  },
  {
    number: 147,
    text: "People who are invited get a link by mail and choose how they sign in. If no mail server is set, the Owner gets the link and hands it over.",
  },
  {
    number: 148,
    text: "A person is mailed when their password, email address, second factors, passkeys or API keys change, and when sign-ins to their account are blocked. If no mail server is set, no such mail is sent.",
  },
  {
    number: 149,
    text: "An Owner can see the product as somebody who isn't an Owner, for an hour, with a reason. Nothing can be changed unless the Owner asks for it; then the history shows that the Owner made the change in place of the person.",
  },
  { number: 151, text: "A bound or pattern that a new version tightens stops a change of a stored record only if the change touches what it reads." },
  {
    number: 155,
    text: "The security log records sign-ins, failures, changes of credentials, roles and keys, exports, erasures, refused requests and versions of the document for 400 days. Erasing a person's data removes the IP addresses, devices and details from their entries.",
  },
  { number: 156, text: "A person who is no longer active loses their sessions and API keys for good." },
  { number: 157, text: "Secrets of second factors are encrypted with a key outside the database: what `--key-file` or NONET_KEY names, else the file `key` in the data folder." },
  { number: 158, text: "A password that somebody else has chosen for a person works for 7 days, and only to choose another one, unless the Owner says that the person keeps it." },
  { number: 159, text: "The security log records refused requests of a person: each kind once an hour, and at most 20 an hour. Hidden records count as missing." },
  {
    number: 160,
    text: "Pages of the origins that point 1 names, and no others, may use the API from another address. They send a token: a cookie is never accepted from them, and signing in from them sets none.",
  },
  { number: 161, text: "A signature that covers its time counts for five minutes before and after it, and once." },
  { number: 162, text: "The waits between the attempts of a call are up to a fifth longer than stated, at random; not in a rehearsal." },
  {
    number: 163,
    text: "Addresses that are neither the API's nor a file's are pages for clients that ask for HTML, as browsers do. All other clients get 404.",
  },
  {
    number: 164,
    text: "A text that is made unique gets the first free number from 2 to 9 after a hyphen, otherwise eight random characters. Only a new record's value is changed: a later one that is taken is refused.",
  },
  { number: 176, text: "The API description names the product's Owner as the contact, and as whoever agrees on the terms of use." },
  {
    number: 255,
    text: "Where several rows of an action could be taken and the guard of each refuses, the refusal is that of the first row with `else CODE`, or else of the first row.",
  },
  {
    number: 260,
    text: "A code whose Message is not shown refuses nevertheless, with its status. In place of the message stands that the specification doesn't show one yet; a built-in error keeps its own message.",
  },
  ...screenDefaults,
  ...timerDefaults,
];
