/** What working time is called where it is written: in point 9, or among the attributes of point 1. */

/** What stands before working time and holidays. */
export const timeLabel = "(?:working|work|opening|business|office) (?:time|times|hours|days)";

/** A row of a table of constants that says the working time: `working hours | Monday to Friday, 08:00–17:00`. */
export const isWorkingTimeRow = (name: string, value: string): boolean =>
  new RegExp(`^\\**${timeLabel}\\**$`, "i").test(name) && /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|week-?days?|daily|every day)\b/i.test(value);
