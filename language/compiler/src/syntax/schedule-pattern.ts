/** Recognizes text that begins like the time of a schedule. */
export const schedulePattern =
  /^(?:(?:day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\s+at\s+\d|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:\p{L}+\s+)+at\s+\d|\d+\s+(?:minutes?|hours?|days?)\b)/iu;
