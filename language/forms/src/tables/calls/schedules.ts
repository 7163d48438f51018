/** When a schedule runs: `Every`. */
import { defineForms } from "../../patterns/form.ts";

const zone = "[[,] (in|by) [time zone|zone|the zone] {zone}|[,] {zone} time]";

export const scheduleForms = defineForms({
  place: "a time for a schedule",
  title: "Schedules",
  point: 7,
  forms: {
    day: {
      pattern: "day at {time} [in {zone}]",
      variants: [
        `[every|each] day [,] [at] {time} ${zone}`,
        `daily [,] [at] {time} ${zone}`,
        `[at] {time} [,] (every day|each day|daily|a day|every morning|every evening|every night) ${zone}`,
        `[every|each] (morning|evening|night) [,] [at] {time} ${zone}`,
      ],
      means: "Runs each day at TIME.",
      example: "day at 07:00",
    },
    week: {
      pattern: "{weekdays} at {time} [in {zone}]",
      variants: [
        `[weekly] [on|every|each] {weekdays} [,] [at] {time} ${zone}`,
        `(weekly|every week|each week|once a week) [,] [on] {weekdays} [,] [at] {time} ${zone}`,
        `[at] {time} [,] [on|every|each|weekly on] {weekdays} ${zone}`,
      ],
      means: "Runs on WEEKDAYS at TIME.",
      example: "Monday at 09:00",
    },
    month: {
      pattern: "{day:ordinal} of the month at {time} [in {zone}]",
      variants: [
        `[on] [the] {day:ordinal} [day] of [the|every|each] month [,] [at] {time} ${zone}`,
        `[on] {day:ordinal} [day] (monthly|every month|each month|a month) [,] [at] {time} ${zone}`,
        `(monthly|every month|each month|month|once a month) [,] [on] {day:ordinal} [day] [,] [at] {time} ${zone}`,
        `[at] {time} [,] on {day:ordinal} [day] of [the|every|each] month ${zone}`,
        `(on|every) day {day:ordinal} of [the|every|each] month [,] [at] {time} ${zone}`,
      ],
      means: "Runs each month on ORDINAL at TIME; in a shorter month, on its last day.",
      example: "1st of the month at 06:00",
    },
    year: {
      pattern: "{date} at {time} [in {zone}]",
      variants: [
        `(every|each|every year on|each year on|yearly on|annually on|once a year on|year on|on) {date} [of every year|of each year|every year|each year] [,] [at] {time} ${zone}`,
        `{date} [of every year|of each year|every year|each year] [,] [at] {time} ${zone}`,
        `[at] {time} [,] on {date} [of every year|of each year|every year|each year] ${zone}`,
      ],
      means: "Runs each year on DATE at TIME.",
      example: "31 March at 23:00",
    },
    interval: {
      pattern: "{length}",
      variants: ["(every|each|once every|once per|once an|once a) {length}"],
      means: "Runs each LENGTH.",
      example: "15 minutes",
    },
  },
});
