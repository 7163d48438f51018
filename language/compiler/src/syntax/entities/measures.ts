/** Units of measure, which the type of a field can't have. */

const units =
  /^(?:[mcdkµ]?m|[mk]?g|t|[mcd]?l|[cdkm]?m[²³23]|ha|km\/h|k?Wh?|°[CF]|V|A|Hz|kB|px|kilos?|kilograms?|grams?|tons?|tonnes?|litres?|liters?|met(?:re|er)s?|kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|miles?|feet|inch(?:es)?|pounds?|lbs?|degrees?)$/;

/** `kg`, `litres`. */
export const isMeasure = (text: string): boolean => units.test(text);
