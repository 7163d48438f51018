/** A value for one field that somebody could have typed: by the field's type and limits, and by what its name says. */
import type { FieldData } from "@nonet/screens";
import type { Chance } from "./chance.ts";
import { animals, categories, colours, departments, familyNames, firms, givenNames, properNames, sentences, streets, things, titles, towns } from "./word-lists.ts";

export interface Setting {
  readonly chance: Chance;
  readonly entity: string;
  /** The rehearsal's date, as ISO. */
  readonly today: string;
  /** Names that the document's examples give to records of the entity. */
  readonly known: readonly string[];
  /** The first date of the same form, so that an end comes after its start. */
  readonly begin?: string;
  /** The dates of the whole whose part this is. */
  readonly within?: Period;
  /** How many values were made before, for codes and numbers. */
  readonly count: number;
}

/** Two dates as ISO. */
export interface Period {
  readonly begin: string;
  readonly end: string;
}

/** Undefined where no plausible value is known: files, secrets, and references, which the caller chooses. */
export function plausibleValue(field: FieldData, at: Setting): unknown {
  const { chance } = at;
  switch (field.control) {
    case "number":
    case "money":
    case "integer":
      return numberFor(field, at);
    case "percent":
      return String(chance.whole(1, 20) / 100);
    case "yes/no":
      return chance.happens(0.4);
    case "date":
      return dayFor(field, at);
    case "date and time":
      return `${dayFor(field, at)}T${String(chance.whole(8, 17)).padStart(2, "0")}:00:00Z`;
    case "time":
      return `${String(chance.whole(8, 18)).padStart(2, "0")}:${chance.one(["00", "30"])}`;
    case "duration":
      return `PT${chance.whole(1, 8)}H`;
    case "choice":
      return chance.one(field.choices);
    case "choices":
      return [chance.one(field.choices)];
    case "texts":
      return [chance.one(properNames), chance.one(properNames)];
    case "long text":
      return longEnough(field, chance);
    case "rich text":
      return `<p>${chance.one(sentences)}</p>`;
    case "text":
      return textFor(field, at).slice(0, field.atMost === null ? 80 : Number(field.atMost));
    default:
      return formatted(field.control, at);
  }
}

function formatted(control: FieldData["control"], { chance, count }: Setting): unknown {
  switch (control) {
    case "email":
      return `${chance.one(givenNames)}.${chance.one(familyNames)}${count}@example.test`
        .normalize("NFD")
        .replace(/[^\w.@]/g, "")
        .toLowerCase();
    case "phone":
      return `+44 20 7946 ${String(chance.whole(0, 999)).padStart(4, "0")}`;
    case "web address":
      return `https://${chance.one(firms).toLowerCase().replace(/\W/g, "")}.example`;
    case "country":
      return chance.one(["DE", "FR", "GB", "NL", "US"]);
    case "language":
      return chance.one(["en", "de", "fr"]);
    case "currency":
      return chance.one(["EUR", "GBP", "USD"]);
    case "time zone":
      return chance.one(["Europe/Berlin", "Europe/London"]);
    case "colour":
      return chance.one(colours);
    case "address":
      return `${chance.whole(1, 99)} ${chance.one(streets)}\n${chance.one(towns)}`;
    case "location":
      return `${(52 + chance.next()).toFixed(4)}, ${(13 + chance.next()).toFixed(4)}`;
    default:
      return undefined;
  }
}

function numberFor(field: FieldData, { chance, today, entity }: Setting): string | number {
  if (/\byear\b/i.test(field.name)) return /birth|born/i.test(field.name) ? Number(today.slice(0, 4)) - chance.whole(8, 70) : Number(today.slice(0, 4));
  const least = Number(field.atLeast ?? 1);
  if (field.control === "money" && field.atMost === null && /budget|limit|salary|contract/i.test(`${entity} ${field.name}`)) return (chance.whole(4, 80) * 250).toFixed(2);
  if (field.control === "money" && field.atMost === null && /order|invoice|bill|requisition|quote|offer/i.test(entity)) return (chance.whole(4, 180) * 10).toFixed(2);
  const most = Number(field.atMost ?? (field.control === "money" ? least + 95 : least + 9));
  const whole = chance.whole(Math.ceil(least), Math.max(Math.ceil(least), Math.floor(Math.min(most, least + 500))));
  if (field.control === "integer") return whole;
  const value = field.control === "money" && whole + 1 <= most && chance.happens(0.4) ? whole + 0.5 : whole;
  return value.toFixed(field.control === "money" ? 2 : 0);
}

const day = 24 * 3600_000;
export const plusDays = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);

/** A sentence, or several where the field wants a longer text. */
function longEnough({ atLeast }: FieldData, chance: Chance): string {
  let text = chance.one(sentences);
  while (text.length < Number(atLeast ?? 0)) text += ` ${chance.one(sentences)}`;
  return text;
}

/** Births lie decades back, starts near today, ends shortly after their start, and dates of parts between those of their whole. */
function dayFor({ name }: FieldData, { chance, today, begin, within }: Setting): string {
  if (within && within.begin <= within.end) return plusDays(within.begin, chance.whole(0, Math.round((Date.parse(within.end) - Date.parse(within.begin)) / day)));
  if (/birth|born/i.test(name)) return plusDays(today, -365 * chance.whole(8, 60) - chance.whole(0, 364));
  if (/\b(bought|acquired|since|joined|made|received|issued?|spent|paid|found|happened)\b/i.test(name)) return plusDays(today, -chance.whole(1, 300));
  if (begin === undefined && /\b(valid|expir\w*)\b/i.test(name)) return plusDays(today, chance.whole(5, 400));
  if (/\b(end|until|to|due|return|back|expir\w*|last|close[sd]?)\b/i.test(name)) return plusDays(begin ?? today, chance.whole(1, 5));
  if (/journey|trip|tour/i.test(name)) return plusDays(today, -chance.whole(6, 20));
  return plusDays(today, chance.whole(0, 12));
}

/** Each name once, and then with a number. */
const inTurn = (names: readonly string[], count: number): string => names[count % names.length]! + (count >= names.length ? ` ${Math.floor(count / names.length) + 1}` : "");

function namesFor(entity: string): readonly string[] {
  if (/^(item|article|product|equipment|asset|device|thing|tool|exhibit|material)s?$/i.test(entity)) return things.map(({ name }) => name);
  if (/animal|pet|dog|cat|horse/i.test(entity)) return animals;
  if (/category|kind|type|genre|group|tag|class/i.test(entity)) return categories;
  if (/department|division|team|unit|cost cent/i.test(entity)) return departments;
  return properNames;
}

const person = (chance: Chance): string => `${chance.one(givenNames)} ${chance.one(familyNames)}`;
const isPerson = /customer|client|member|guest|patient|adopter|owner|volunteer|driver|student|teacher|author|contact|tenant|employee|person|borrower|applicant|visitor|donor/i;
const isFirm = /supplier|vendor|company|firm|organi[sz]ation|partner|manufacturer|garage|workshop|publisher|insurer/i;

function textFor(field: FieldData, { chance, entity, known, count }: Setting): string {
  const { name } = field;
  if (/first name|given name/i.test(name)) return chance.one(givenNames);
  if (/last name|family name|surname/i.test(name)) return chance.one(familyNames);
  if (/^(name|title|label)$/i.test(name)) {
    // A code by which an example finds its record is no name.
    const names = known.filter((one) => /\p{L}/u.test(one));
    if (names.length > 0 && chance.happens(0.5)) return chance.one(names);
    if (isPerson.test(entity)) return person(chance);
    if (isFirm.test(entity)) return chance.one(firms);
    return /title/i.test(name) ? chance.one(titles) : inTurn(namesFor(entity), count);
  }
  if (isPerson.test(name)) return person(chance);
  if (isFirm.test(name)) return chance.one(firms);
  if (/department|division|team|unit/i.test(name)) return chance.one(departments);
  if (/city|town|place|site/i.test(name)) return chance.one(towns);
  if (/street|address/i.test(name)) return `${chance.whole(1, 99)} ${chance.one(streets)}`;
  if (/code|number|plate|reference|serial|vin|chip|isbn|sku/i.test(name)) return `${entity.slice(0, 2).toUpperCase()}-${String(1000 + count * 7 + chance.whole(0, 6))}`;
  if (/purpose|subject|occasion/i.test(name)) return chance.one(titles);
  if (/note|comment|description|reason|remark|message|why|detail|text/i.test(name)) return longEnough(field, chance);
  return chance.one(titles);
}
