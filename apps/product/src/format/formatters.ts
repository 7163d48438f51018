/** The browser's formatters of numbers and dates. Each is made once: making one takes far longer than using it. */
function madeOnce<Options, Formatter>(make: (tag: string, options: Options) => Formatter): (tag: string, options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (tag, options) => {
    const key = JSON.stringify([tag, options]);
    const found = made.get(key) ?? make(tag, options);
    made.set(key, found);
    return found;
  };
}

/** Throws a `RangeError` for a currency or unit that isn't well formed. */
export const numberFormat = madeOnce((tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));

/** Throws a `RangeError` for a time zone that the browser doesn't know. */
export const dateFormat = madeOnce((tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));

const zones = new Map<string, string>();

/** The time zone, or UTC where the browser doesn't know it. */
export function knownZone(zone: string): string {
  const found = zones.get(zone) ?? (isKnown(zone) ? zone : "UTC");
  zones.set(zone, found);
  return found;
}

function isKnown(zone: string): boolean {
  try {
    dateFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
