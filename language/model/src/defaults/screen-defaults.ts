/** The numbered defaults of screens, from 170 on. */

export const screenDefaults = [
  {
    number: 170,
    text: "A state's colour says what it means. Its name says it first: accepted, approved, completed, confirmed, done, finished, granted, mended, paid, repaired, resolved, settled and valid are green; blocked, due, escalated, late, suspended, unanswered, unpaid and unreported amber; declined, denied, dismissed, failed, forfeited, lost, missed, no-show, not granted, overdue, refused, rejected, revoked and turned down red; called off, cancelled, discarded, ended, void, waived, withdrawn and written off grey; expired, expiring and lapsed amber, and grey where the record ends. By its place, where records begin is grey, a second state in which they may begin is amber, the way on is blue, its end is green, another end is grey, any other state is amber. Of two states in a row on the way on that would both be blue or green, the second is purple or teal; amber and red states between them don't count. A record that an action makes and that can only end, without `Starts as` or `Ends as`, is blue, and its end is grey. `Colours` in point 4 gives a state another colour. The way on from a state is its first row that leads to another state and from there to an end; a row that ends the record only if there is no such row, and a row back to an earlier state only if there is neither. A row from every state, earlier and later, to one of several ends is no way on if there is any other row, and neither is a row to a state that leads back and has no other end than such a one, or one that it reaches without an action. An action that is the way on is the filled button; while its condition asks for fields that are empty, it is there with the reason and can't be pressed. One that deletes a record, or ends it elsewhere, comes last and in red; where the way on reaches no end, only an end that every state leads to counts as elsewhere. Boards fold ended states until somebody opens them.",
  },
  {
    number: 180,
    text: "A saved view of a list belongs to the person who saved it, who alone changes it and may share it. A shared view is offered to everybody who may open the screen and may read what it filters, sorts and groups by and each record that its filters name. An Owner can delete it. A person has at most 200 of them. Erasing a person's data deletes their views.",
  },
  {
    number: 181,
    text: "A search ignores letter case and accents. If nothing contains its words, it finds records with similar words: one letter of four may differ, two of longer words. Numbers and shorter words are never taken for misspelt.",
  },
  { number: 182, text: "Relative dates of a filter are counted from today in the product's time zone. Weeks begin on Monday." },
  {
    number: 183,
    text: "A number or a chart of a dashboard opens the list of the records of which it is made, if the reader has a list screen of the entity without a condition of its own. What is made of everybody's records opens none.",
  },
  {
    number: 184,
    text: "A batch acts on at most 500 records named by their ids, or on all records of a list if there are at most 5,000. Each record is checked, changed or refused on its own.",
  },
  {
    number: 185,
    text: "An image asked for with a width is sent as WebP in the next width of 80, 160, 320, 640, 1280 and 2560 pixels, never larger than the original, turned upright and without Exif metadata. The original is sent if it has fewer bytes or more than 80 million pixels.",
  },
  {
    number: 186,
    text: "On a record's page, the fields without a value are named in one line below the others of their section (more than five are counted, and named when the count is pressed), and pictures stand beside the other fields. The field that is the page's heading isn't repeated below it. A list of records that refer to the record has New, with that reference filled in, for readers who may create one, unless the page offers an action that creates one. Once all the record's states are such that no transition leaves them, New and the forms of default 251 are quiet buttons, and those that a rule or a guard refuses are left out.",
  },
  {
    number: 187,
    text: "Visitors who aren't signed in see a website: a header with the menu, and lists as cards with the first picture, the title and up to five other columns. Search and filters appear if a list has more than six records. People who are signed in see the menu beside the screen, and lists as tables.",
  },
  {
    number: 188,
    text: "The page of a public screen contains its title, a description and its content as HTML for visitors who aren't signed in. The description is the beginning of the screen's text, of the record's first long text, or of point 1. A list, and a page without charts and forms, is whole before its scripts run: they start when the visitor moves, presses or types something, except in a rehearsal. A product without public screens sends its name and the first two sentences of point 1, as the sign-in page shows them. The button of a public list that leads to a form has the form's name.",
  },
  {
    number: 196,
    text: "A calendar opens on the month, and on a narrow screen on an agenda of four weeks. A bar can be moved by whoever may change the field that it begins with, and the one that it ends with unless that is computed; its end by whoever may change that. A click on a day opens the form for a new record, for readers who may create one and fill in that field. A record without an end is shown on the day that it begins. One that lasts longer than 24 hours stands above the hours of a week or a day. In a month and an agenda, a record that lasts less than a day and is over by noon of the next day stands on the day that it begins. An agenda lists each record once, on its first day shown. A name on a calendar or timeline leaves out the date of the day that it stands on, where punctuation or “on” sets it apart. A timeline shows four weeks, and on a narrow screen one. It has a row for each record that the field of its rows can name and the reader may read, also for those without bars, unless a search or a filter leaves records out; of people, only where the reader may fill in the field, for those with its role.",
  },
  {
    number: 197,
    text: "Each entry of the menu has an icon for the kind of its screen. The menu's groups are the document's. If it names none and the menu has more than seven entries, they are grouped by kind: dashboards first, then records, planning (calendars and timelines), new records, reports, and the rest. A screen whose route continues another one's links to the screen above it. The page of a record links to the list, board, tree or calendar through which the person came, else to the screen above it by its route or to the first one of its records in the menu, preferably a list without a condition; to one of the person's own records (`claimant = me`) only if it is one of them.",
  },
  {
    number: 198,
    text: "The command palette searches with the search of one list screen per entity, for at most eight entities, and shows up to four records of each.",
  },
  {
    number: 207,
    text: "Where `Comments: yes` allows comments, whoever is signed in and may read a record reads its comments and can comment on it, also while the record is locked. Visitors who aren't signed in see no comments. A comment is plain text of at most 5,000 characters. Only its author can edit or delete it.",
  },
  {
    number: 208,
    text: "The history of a record says who wrote, edited and deleted a comment, and when, without its text. A comment is deleted with its record. Names of authors and of people who are mentioned are shown to those who may read them; others see “someone”.",
  },
  {
    number: 209,
    text: "A comment can mention at most 20 people. You can mention people whose names you may read and who may read the record. Each of them gets a notification, which is shown only while they may still read the record and the comment exists. Notifications are deleted after 90 days.",
  },
  {
    number: 210,
    text: "A person is sent a mail at once for each mention, once a day, or never, as they choose; at once if they haven't chosen. The mail says only that there are new mentions, and no mail is sent if they have been read. Exporting a person's data includes their comments and mentions; erasing it deletes the comments they have written and their notifications. Erasing a record's personal data deletes its comments.",
  },
  {
    number: 244,
    text: "In a sorted list, records without a value come last in either direction. If the list is sorted only by fields that are required, records from before a field became required come first in a descending order.",
  },
  {
    number: 250,
    text: "Texts, numbers, dates and references on a board's cards have the names of their fields. A board without Highlight marks the records as the first list of them does that its reader may open and that has one. Its cards can be searched and filtered like a list. Where the document gives no order, they stand by the first date that they show, the soonest first, and in the columns of ended states the latest first; a date whose name contains due, deadline, until or expires goes before others. Columns that are records stand by name, unless their entity has an order.",
  },
  {
    number: 251,
    text: "A record's page offers the forms that create a record which refers to it, with the reference filled in, to readers who may open them. A form counts if exactly one of its fields, or the parameter of its route, can be the record, and if the page offers no action that creates such a record.",
  },
  {
    number: 252,
    text: "Where a form asks for a record, choices that a rule refuses whatever else is entered can't be chosen and show the rule's message. These are the rules on every change or on creation that read nothing of the new record but this field.",
  },
  {
    number: 253,
    text: "After an action on one record, Undo is offered if another action leads back to the state before, asks nothing, is confirmed by no question and is possible for the person then. Undo runs that action, with all that follows from it.",
  },
  {
    number: 254,
    text: "What is typed into a form and not saved is kept in the browser's tab, without secret values, until it is saved, discarded, or the person signs out. When the form is opened again and begins with the same values, it offers to restore them.",
  },
  {
    number: 256,
    text: "The form for a new record leaves out the fields that can be empty and that a later step asks for: an action that leads from a state to another one in which no record begins. A form whose fields the document names has them all, and so does one that is opened with a value for such a field. A field that a rule on creation reads isn't left out. Its button has the name of its screen, or says Create and the entity where that name ends in the name of the entity or of one of its fields and has no article: `Create inspection` in a form `Departure check` for an Inspection with checks.",
  },
  {
    number: 257,
    text: "A choice of records, people excepted, shows each record's first image and its first two references, choices, amounts of money or email addresses that the person may read.",
  },
  {
    number: 258,
    text: "Where `Comments: yes` allows comments, a record's page shows who else has it open now: people who may read the record and whose names the reader may read. It is stored nowhere, and isn't in the history. An Owner who sees the product as somebody else isn't shown.",
  },
  {
    number: 259,
    text: "A field's label is its name with a capital first letter. Well-known initialisms are in capitals: `vat number` is labelled “VAT number”.",
  },
  {
    number: 262,
    text: "A list screen counts its records up to 10,000. If there are more, it says so; the exact number is counted when somebody scrolls through all records, selects all of them or asks for totals. Exports and `count=exact` always count all.",
  },
  {
    number: 263,
    text: "The page that a signed-in person opens contains the frame of the office and what they may see of the screen as HTML: the first page of a list, a record's facts, the numbers of a dashboard, and of other screens the title. It is read with their own rights. If reading takes more than 200 ms, the page contains the frame alone. The front end takes its place once it has drawn the screen.",
  },
  {
    number: 265,
    text: "Where the document has no screen for `/`, people who sign in start at the first screen of their menu. Without any menu, they see the nine points.",
  },
  {
    number: 267,
    text: "Below its rows, a list adds up the money of its records in one currency. Only when a person chooses them in **Columns**, it adds up the money of an entity without states to which other records refer, such as the fees of a catalogue, durations, and numbers that the document adds up or counts somewhere. Other numbers have no total. Neither have money and durations whose name contains rate, limit, per, unit, minimum or maximum, or price in lines and where other records refer to it, unless the document adds it up. A total, also one of a report, a number and a chart, says how many records it leaves out because they have no value or the reader may not read it.",
  },
  {
    number: 268,
    text: "A list without Columns whose condition selects its records shows, among its seven fields, those that the condition names and the first two amounts of money, even if they aren't among the first fields. It leaves out what is the same in every row: a field that must have one value (`assignee = me`), the state if the condition leaves only one, and the currency of an amount that it shows. A list screen has no New if no record begins in a state that its condition selects. Where the document names Actions for its rows, New is a quiet button, except in a list of the person's own records.",
  },
  {
    number: 269,
    text: "In mails and messages an amount is shown with its currency, and a duration or percentage with its unit. Where the document writes the same unit behind it, as in `{longest loan} days`, it is shown once.",
  },
  {
    number: 280,
    text: "The lists on a record's page are in the order of their own Sort or that of the entity. Without one, their records are ordered by a required integer called position, order, step, line, row or number; otherwise by their first required or computed date, newest first; otherwise as other lists are.",
  },
] as const;
