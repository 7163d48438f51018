/**
 * Why PostgreSQL can't compute an expression yet, in the words of its author. The reasons of the compiler say at which of
 * its steps it gave up; what the author does about it is one of these few things. docs/not-yet.md lists them.
 */
export interface Cause {
  /** The end of the sentence "`sort(lists)` can't be computed yet: …". */
  readonly says: string;
  readonly hint: string;
}

const causes: readonly (Cause & { readonly reasons: RegExp })[] = [
  {
    says: "the kind of a value in it isn't known",
    hint: "Declare the value with its type in `Takes` or `Answer`, store it in a field, or convert it with `number(…)`, `date(…)` or `duration(…)`.",
    reasons: /of unknown (?:kind|type)|for among |read from (?:a )?text|a text (?:is read as|that isn't made a date)|^this sum$/,
  },
  {
    says: "it needs a list of lists, or of values of several kinds",
    hint: "Compute over a list of one kind of single values, such as `lines.amount`.",
    reasons: /nested lists|^`sort` |several kinds|of records or lists|of other kinds|of yes\/no values|^a list (?:as a|or a context)/,
  },
  {
    says: "PostgreSQL reads this pattern otherwise than FEEL",
    hint: "Write the pattern in quotation marks, without what is special about it, or use `contains`, `starts with` or `ends with`.",
    reasons: /^a pattern |^`split` /,
  },
  {
    says: "a function, a range or a calendar in it isn't written out where it is used",
    hint: "Write the range, the function's name with its arguments, or the calendar's name where it is used.",
    reasons: /^a (?:function|call of a function) |^`list replace` |^the (?:function|property) |range |^a calendar /,
  },
  {
    says: "a time in it has a zone of its own",
    hint: "Build the instant with `date and time(date, time, zone)`.",
    reasons: /^a time with a/,
  },
  {
    says: "a value in it is too large or too small to be stored",
    hint: "Dates are in the years 1 to 9999, durations below 100,000 years, and numbers within 1e-6143 to 1e6144.",
    reasons: /^a date outside|^so long a duration|^a number beyond/,
  },
];

export const everyCause: readonly Cause[] = causes;

/** The cause behind a reason; undefined for reasons that other checks report before. */
export const causeOf = (why: string): Cause | undefined => causes.find(({ reasons }) => reasons.test(why));
