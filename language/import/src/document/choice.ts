/** A choice of `one of` and `any of`. */

const words = new Set(["yes", "no", "none", "not shown", "true", "false", "null", "or", "and", "any", "all"]);

/** In quotation marks where the plain word could be read as something else. */
export const choice = (label: string): string =>
  /^[\p{L}\p{N}]+(?:[ _-][\p{L}\p{N}]+)*$/u.test(label) && !words.has(label.toLowerCase()) && !/^\d/.test(label) ? label : `"${label}"`;
