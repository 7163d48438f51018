/** A value for one field that somebody could have typed: by the field's type and limits, and by what its name says. */
import type { FieldData } from "@nonet/screens";
import type { Chance } from "./chance.ts";
import { animals, categories, colours, departments, familyNames, firms, givenNames, looks, models, properNames, sentences, streets, things, titles, towns } from "./word-lists.ts";

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
  /** How often values of this form have been refused. */
  readonly attempt: number;
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
      return chance.happens(/blocked|retired|archived|closed|hidden|inactive/i.test(field.name) ? 0.1 : 0.4);
    case "date":
      return dayFor(field, at);
    case "date and time":
      return momentFor(field, at);
    case "time":
      return `${String(chance.whole(8, 18)).padStart(2, "0")}:${chance.one(["00", "30"])}`;
    case "duration":
      return `PT${chance.whole(1, 8)}H`;
    case "choice":
      // What is checked is mostly as it should be.
      return /result|outcome|condition/i.test(field.name) && chance.happens(0.85) ? field.choices[0] : chance.one(field.choices);
    case "choices":
      return [chance.one(field.choices)];
    case "texts":
      return [chance.one(properNames), chance.one(properNames)];
    case "long text":
      return /look|appearance/i.test(field.name) ? chance.one(looks) : longEnough(field, chance);
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
  if (field.onlyValues) return Number(chance.one(field.onlyValues));
  if (/\byear\b/i.test(field.name)) return /birth|born/i.test(field.name) ? Number(today.slice(0, 4)) - chance.whole(8, 70) : Number(today.slice(0, 4));
  if (field.control === "integer" && isDistance.test(field.name)) return kilometresOn(today) + (/\bend\b/i.test(field.name) ? chance.whole(15, 90) : chance.whole(0, 10));
  const least = Number(field.atLeast ?? 1);
  if (field.control === "money" && field.atMost === null && /budget|limit|salary|contract/i.test(`${entity} ${field.name}`)) return (chance.whole(4, 80) * 250).toFixed(2);
  if (field.control === "money" && field.atMost === null && /order|invoice|bill|requisition|quote|offer/i.test(entity)) return (chance.whole(4, 180) * 10).toFixed(2);
  const most = Number(field.atMost ?? (field.control === "money" ? least + 95 : least + 9));
  const [first, last] = [field.excludesLeast ? Math.floor(least) + 1 : Math.ceil(least), field.excludesMost ? Math.ceil(most) - 1 : Math.floor(most)];
  if (first > last && (field.excludesLeast || field.excludesMost)) return String((least + most) / 2);
  const whole = chance.whole(first, Math.max(first, Math.min(last, first + 500)));
  if (field.control === "integer") return whole;
  const value = field.control === "money" && whole + 1 <= most && chance.happens(0.4) ? whole + 0.5 : whole;
  return value.toFixed(field.control === "money" ? 2 : 0);
}

/** What an odometer shows; not how far something may go. */
const isDistance = /^(?!.*\b(every|limit|most|least|allowed)\b).*(\bkm\b|kilomet|odometer|mileage)/i;

/** A number that grows by the day, as readings of an odometer never fall. */
const kilometresOn = (today: string): number => 12_000 + 100 * (Math.floor(Date.parse(today) / day) % 1000);

const day = 24 * 3600_000;
export const plusDays = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);

/** A sentence, or several where the field wants a longer text. */
function longEnough({ atLeast }: FieldData, chance: Chance): string {
  let text = chance.one(sentences);
  while (text.length < Number(atLeast ?? 0)) text += ` ${chance.one(sentences)}`;
  return text;
}

/** Births lie decades back, starts near today, ends shortly after their start, and dates of parts between those of their whole. */
function dayFor({ name }: FieldData, { chance, entity, today, begin, within, attempt }: Setting): string {
  if (within && within.begin <= within.end) return plusDays(within.begin, chance.whole(0, Math.round((Date.parse(within.end) - Date.parse(within.begin)) / day)));
  if (/birth|born/i.test(name)) return plusDays(today, -365 * (isAnimal.test(entity) ? chance.whole(0, 11) : chance.whole(8, 60)) - chance.whole(30, 364));
  if (/\b(bought|acquired|since|joined|made|read|done|received|issued?|spent|paid|found|happened)\b/i.test(name)) return plusDays(today, -chance.whole(1, 300));
  if (begin === undefined && /\b(valid|expir\w*)\b/i.test(name)) return plusDays(today, chance.whole(5, 400));
  if (/\b(ends?|until|to|due|returns?|back|expir\w*|last|close[sd]?)\b/i.test(name)) return plusDays(begin ?? today, chance.whole(1, 5));
  if (/journey|trip|tour/i.test(name)) return plusDays(today, -chance.whole(6, 20));
  // What is refused may have to be asked for earlier.
  return plusDays(today, chance.whole(0, 12) + attempt * daysPerAttempt);
}

const daysPerAttempt = 6;

/** A shift or a visit ends some hours after it starts, a stay or a loan some days later. */
function momentFor(field: FieldData, at: Setting): string {
  const { chance, begin, entity } = at;
  const isLater = begin !== undefined && /\bends?\b/i.test(field.name);
  const isShort = isLater && /shift|visit|meeting|appointment|session|slot|booking|assignment/i.test(entity);
  const hour = isLater ? chance.whole(14, 18) : chance.whole(8, 12);
  return `${isShort ? begin : dayFor(field, at)}T${String(hour).padStart(2, "0")}:00:00Z`;
}

/** Each name once, and then with a number. */
const inTurn = (names: readonly string[], count: number): string => names[count % names.length]! + (count >= names.length ? ` ${Math.floor(count / names.length) + 1}` : "");

function namesFor(entity: string): readonly string[] {
  if (/^(item|article|product|equipment|asset|device|thing|tool|exhibit|material)s?$/i.test(entity)) return things.map(({ name }) => name);
  if (isAnimal.test(entity)) return animals;
  if (/category|kind|type|genre|group|tag|class/i.test(entity)) return categories;
  if (/department|division|team|unit|cost cent/i.test(entity)) return departments;
  return properNames;
}

/** A category is no cat. */
const isAnimal = /\b(animal|pet|dog|cat|horse)s?\b/i;

const person = (chance: Chance): string => `${chance.one(givenNames)} ${chance.one(familyNames)}`;
const isPerson =
  /customer|client|member|guest|patient|adopter|owner|volunteer|driver|student|teacher|author|contact|tenant|employee|person|borrower|applicant|visitor|donor|reporter|carer|payer/i;
const isFirm = /supplier|vendor|company|firm|organi[sz]ation|partner|manufacturer|garage|workshop|publisher|insurer/i;

const codeFor = ({ chance, entity, count }: Setting): string => `${entity.slice(0, 2).toUpperCase()}-${String(1000 + count * 7 + chance.whole(0, 6))}`;

function textFor(field: FieldData, at: Setting): string {
  const { chance, entity, known, count } = at;
  const { name } = field;
  if (/first name|given name/i.test(name)) return chance.one(givenNames);
  if (/last name|family name|surname/i.test(name)) return chance.one(familyNames);
  if (/^(name|title|label)$/i.test(name)) {
    // A code by which an example finds its record is no name.
    const names = known.filter((one) => /\p{L}/u.test(one));
    if (count < names.length) return names[count]!;
    if (isPerson.test(entity)) return person(chance);
    const further = count - names.length;
    if (isFirm.test(entity)) return inTurn(firms, further);
    if (/title/i.test(name)) return inTurn(titles, further);
    const others = namesFor(entity).filter((one) => !names.includes(one));
    return inTurn(others.length > 0 ? others : properNames, further);
  }
  if (/\b(number|code|no|delivery note|voucher)$/i.test(name)) return codeFor(at);
  if (isPerson.test(name) || /\bby$/i.test(name)) return person(chance);
  if (isFirm.test(name)) return chance.one(firms);
  if (/department|division|team|unit/i.test(name)) return chance.one(departments);
  if (/city|town|place|site|\bwhere\b/i.test(name)) return chance.one(towns);
  if (/street|address/i.test(name)) return `${chance.whole(1, 99)} ${chance.one(streets)}`;
  if (/code|number|plate|reference|serial|vin|chip|isbn|sku/i.test(name)) return codeFor(at);
  if (/^model$/i.test(name)) return chance.one(models);
  if (/look|appearance/i.test(name)) return chance.one(looks);
  if (/purpose|subject|occasion/i.test(name)) return chance.one(titles);
  if (/description/i.test(name) && /\b(line|item|position)s?$/i.test(entity)) return chance.one(things).name;
  if (/note|comment|description|reason|remark|message|why|detail|text/i.test(name)) return longEnough(field, chance);
  return chance.one(titles);
}
