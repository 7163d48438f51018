/** The folders whose form oxfmt checks. */
export const formatted = ["language", "targets", "runtime", "apps", "scripts", "tests", "bench"];
