/** Point 7: the words for times of the day, weekdays, days of the month and dates of the year. Each is null if the text is none. */

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** 29 February is allowed; in other years it means 28 February. */
const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** `07:00`, `7:00`, `7 am`, `7:30 p.m.`, `noon`, `midnight`. */
export function clockOf(text: string): string | null {
  const word = text
    .toLowerCase()
    .replace(/^at\s+/, "")
    .trim();
  if (word === "noon" || word === "midday") return "12:00";
  if (word === "midnight") return "00:00";
  const found =
    /^(\d{1,2})(?:[:.h](\d\d))?\s*([ap])\.?m\.?$/.exec(word) ?? /^(\d{1,2})[:.](\d\d)(?:\s*(?:h|hrs|hours|o'clock))?$/.exec(word) ?? /^(\d{1,2})()\s*o'clock$/.exec(word);
  if (!found) return null;
  const half = found[3];
  const hour = Number(found[1]);
  if (half && (hour < 1 || hour > 12)) return null;
  const hours = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour;
  const minutes = Number(found[2] || 0);
  return hours > 23 || minutes > 59 ? null : `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** `Monday`, `Mondays`, `Mon`, `Monday and Thursday`, `Monday to Friday`, `weekday`. */
export function weekdaysOf(text: string): readonly Weekday[] | null {
  const words = text.toLowerCase().trim();
  if (/^week-?days?$/.test(words)) return [1, 2, 3, 4, 5];
  if (/^weekends?$/.test(words)) return [6, 7];
  const found = new Set<Weekday>();
  for (const part of words.split(/\s*(?:,\s*and\s+|,|\/|\band\b)\s*/).filter((one) => one !== "")) {
    const [from, to, ...more] = part.split(/\s*(?:\bto\b|\buntil\b|\bthrough\b|[-–—])\s*/).map(weekdayOf);
    if (!from || to === null || more.length > 0) return null;
    for (let day = from; ; day = ((day % 7) + 1) as Weekday) {
      found.add(day);
      if (day === (to ?? from)) break;
    }
  }
  return found.size === 0 ? null : [...found].sort();
}

function weekdayOf(text: string): Weekday | null {
  const key = text
    .replace(/^(?:every|each|on)\s+/, "")
    .replace(/\.$/, "")
    .replace(/s$/, "");
  const at = weekdays.findIndex((day) => day === key || (key.length >= 2 && key.length <= 5 && day.startsWith(key)));
  return at < 0 ? null : ((at + 1) as Weekday);
}

/** `1st`, `15`, `first`; `last` is the 31st, which in a shorter month is its last day. */
export function ordinalOf(text: string): number | null {
  const word = text.toLowerCase().trim();
  if (word === "last") return 31;
  const named = ordinals.indexOf(word);
  const day = named >= 0 ? named + 1 : Number(/^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(word)?.[1] ?? 0);
  return day >= 1 && day <= 31 ? day : null;
}

/** `31 March`, `March 31`, `31st of March`, `the last day of February`. */
export function dateOf(text: string): { readonly month: number; readonly day: number } | null {
  const words = text
    .toLowerCase()
    .replace(/^the\s+/, "")
    .replaceAll(/\s+/g, " ");
  const found = /^(\S+?)(?: day)?(?: of)? ([a-z]+)$/.exec(words);
  const turned = /^([a-z]+) (?:the )?(\S+)$/.exec(words);
  for (const [day, month] of [found?.slice(1, 3), turned?.slice(1, 3).reverse()].filter((one) => one !== undefined)) {
    const at = months.findIndex((name) => name === month || (month!.length >= 3 && month!.length < 5 && name.startsWith(month!)));
    const number = at < 0 ? null : ordinalOf(day!);
    if (number === null) continue;
    const fits = day === "last" ? daysIn[at]! : number;
    if (fits <= daysIn[at]!) return { month: at + 1, day: fits };
  }
  return null;
}
