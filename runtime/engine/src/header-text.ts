/** Any text as a header's value: records hold what HTTP can't say as it stands (RFC 9110, section 5.5). */

// oxlint-disable-next-line no-control-regex -- these are the characters in question
const control = /[\u0000-\u001f\u007f]+/g;

/** In UTF-8, each octet as a character, which is how `fetch` takes values; line breaks and other control characters are blanks. */
export const headerText = (text: string): string => Buffer.from(text.replace(control, " ").trim(), "utf8").toString("latin1");
