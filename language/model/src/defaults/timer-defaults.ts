/** The numbered defaults of automatic transitions, and of how far away a date may be. */

export const timerDefaults = [
  { number: 90, text: "A date has passed at the end of its day, and a date and time at that moment." },
  { number: 93, text: "A timer whose synchronous call has failed stays due and is tried again after a minute." },
  {
    number: 261,
    text: "A timer that keeps a record in its state happens once for each moment. It happens again if the moment changes, as when the record enters the state again, and not when its condition comes to hold a second time.",
  },
  {
    number: 264,
    text: "`at most 30 days in advance` and `at most 30 days ahead` say how early a date may be: an earlier one meets it, one in the past too. `at most 30 days away` and `at most 30 days ago` have both ends, and today is the other one.",
  },
] as const;
