/** Point 7: the words for times of the day, weekdays, days of the month and dates of the year. Each is null if the text is none. */

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** 29 February is allowed; in other years it means 28 February. */
const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The parts of `a, b and c`. */
const parts = (text: string): string[] => text.split(/\s*(?:,\s*and\s+|,|;|\s&\s|\band\b)\s*/i).filter((part) => part !== "");

/** Each part by its reader; null if one of them is none, or there are none. */
function eachOf<T>(text: string, read: (part: string) => T | null): readonly T[] | null {
  const found = parts(text).map(read);
  return found.length > 0 && found.every((one) => one !== null) ? [...new Set(found)] : null;
}

/** `08:00 and 18:00`, `7 am, noon and 7 pm`. */
export const clocksOf = (text: string): readonly string[] | null => eachOf(text, clockOf);

/** `1st and 15th`, `the 1st and the last day`. */
export const ordinalsOf = (text: string): readonly number[] | null => eachOf(text, (part) => ordinalOf(part.replace(/^(?:on )?(?:the )?|\s+day$/gi, "")));

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

interface DayOfYear {
  readonly month: number;
  readonly day: number;
}

/** `31 March`, `March 31`, `31st of March`, `the last day of February`. */
export function dateOf(text: string): DayOfYear | null {
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

const quarters: Readonly<Record<string, readonly number[]>> = { first: [1, 4, 7, 10], last: [3, 6, 9, 12] };

/** `1 January, 1 April and 1 July`, `1st of January, April and July`, `1 and 15 January`, `January 1 and July 1`, `the first day of each quarter`. */
export function datesOf(text: string): readonly DayOfYear[] | null {
  const one = dateOf(text);
  if (one) return [one];
  const quarter = /^(?:the )?(first|1st|last) day of (?:each|every|the|a) quarter$/i.exec(text.replaceAll(/\s+/g, " "))?.[1]?.toLowerCase().replace("1st", "first");
  if (quarter !== undefined) return quarters[quarter]!.map((month) => dateOf(`${quarter} day of ${months[month - 1]}`)!);
  const read = parts(text).map(wordsOfDate);
  const words = read.flatMap((one) => one ?? []);
  const isMonth = (at: number): boolean => isMonthName(words[at]!);
  if (words.length < 3 || read.includes(null)) return null;
  const dates: DayOfYear[] = [];
  for (let at = 0; at < words.length;) {
    // Days and their months, or months and their days: each day in each of the months.
    const second = runFrom(at, isMonth);
    const end = runFrom(second, isMonth);
    if (isMonth(at) !== isMonth(0) || second === end) return null;
    const [days, named] = isMonth(at) ? [words.slice(second, end), words.slice(at, second)] : [words.slice(at, second), words.slice(second, end)];
    for (const month of named)
      for (const day of days) {
        const date = dateOf(`${day} ${month}`);
        if (!date) return null;
        if (!dates.some((other) => other.month === date.month && other.day === date.day)) dates.push(date);
      }
    at = end;
  }
  return dates;

  function runFrom(from: number, isOne: (at: number) => boolean): number {
    let to = from;
    while (to < words.length && isOne(to) === isOne(from)) to++;
    return to;
  }
}

const isMonthName = (word: string): boolean => dateOf(`1 ${word}`) !== null;

/** The day, the month, or both, of `1st of January`, `the 15th`, `April`, `July 1`. */
function wordsOfDate(part: string): readonly string[] | null {
  const words = part
    .toLowerCase()
    .replace(/^(?:on )?(?:the )?/, "")
    .replace(/ day\b/, "")
    .split(/\s+(?:of\s+|the\s+)*/);
  const isDate = words.length === 1 ? ordinalOf(words[0]!) !== null || isMonthName(words[0]!) : words.length === 2 && dateOf(words.join(" ")) !== null;
  return isDate ? words : null;
}
