/** When a schedule runs: `Every`. */
import { defineForms } from "../../patterns/form.ts";

const zone = "[[,] (in|by) [time zone|zone|the zone] {zone}|[,] {zone} time]";

export const scheduleForms = defineForms({
  place: "a time for a schedule",
  title: "Schedules",
  point: 7,
  forms: {
    day: {
      pattern: "day at {time:times} [in {zone}]",
      variants: [
        `[every|each] day [,] [at] {time:times} ${zone}`,
        `daily [,] [at] {time:times} ${zone}`,
        `[at] {time:times} [,] (every day|each day|daily|a day|every morning|every evening|every night) ${zone}`,
        `[every|each] (morning|evening|night) [,] [at] {time:times} ${zone}`,
      ],
      means: "Runs each day at TIME; several times are separated by commas or `and`.",
      example: "day at 07:00",
    },
    week: {
      pattern: "{weekdays} at {time:times} [in {zone}]",
      variants: [
        `[weekly] [on|every|each] {weekdays} [,] [at] {time:times} ${zone}`,
        `(weekly|every week|each week|once a week) [,] [on] {weekdays} [,] [at] {time:times} ${zone}`,
        `[at] {time:times} [,] [on|every|each|weekly on] {weekdays} ${zone}`,
      ],
      means: "Runs on WEEKDAYS at TIME.",
      example: "Monday at 09:00",
    },
    month: {
      pattern: "{day:ordinals} of the month at {time:times} [in {zone}]",
      variants: [
        `[on] [the] {day:ordinals} [day] of [the|every|each] month [,] [at] {time:times} ${zone}`,
        `[on] {day:ordinals} [day] (monthly|every month|each month|a month) [,] [at] {time:times} ${zone}`,
        `(monthly|every month|each month|month|once a month) [,] [on] {day:ordinals} [day] [,] [at] {time:times} ${zone}`,
        `(monthly|every month|each month|month|once a month) [,] on [the] day {day:ordinals} [,] [at] {time:times} ${zone}`,
        `[at] {time:times} [,] on {day:ordinals} [day] of [the|every|each] month ${zone}`,
        `(on|every) day {day:ordinals} of [the|every|each] month [,] [at] {time:times} ${zone}`,
      ],
      means: "Runs each month on DAY, or on several days, at TIME; in a shorter month, on its last day.",
      example: "1st of the month at 06:00",
    },
    year: {
      pattern: "{date:dates} at {time:times} [in {zone}]",
      variants: [
        `(every|each|every year on|each year on|yearly on|annually on|once a year on|year on|on) {date:dates} [of every year|of each year|every year|each year] [,] [at] {time:times} ${zone}`,
        `{date:dates} [of every year|of each year|every year|each year] [,] [at] {time:times} ${zone}`,
        `[at] {time:times} [,] on {date:dates} [of every year|of each year|every year|each year] ${zone}`,
      ],
      means: "Runs each year on DATE, or on several dates, at TIME.",
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
