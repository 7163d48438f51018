/** Expressions of which the closure and PostgreSQL once made something else, each as small as it was found. */
export const differed: readonly string[] = [
  "((90 minutes / 7) * 2147483648)",
  "(if ([1][2] = (1 day / 0 days)) then 1 else 0)",
  '(if (note[2] = string((pause - @"P41666666DT15H59M59.999999S"))) then 1 else 0)',
  "(if ([1][2] = (1 / (most pieces - most pieces))) then 1 else 0)",
  '(if (note[2] = string(@"9999-12-31" + 1 day)) then 1 else 0)',
  '("ß" between max(["İ"]) and mail)',
  '(mail in ["a" .. max(["İ"])])',
  "{a: mean(lines.price), b: a + 1}.b",
  '(@"2026-03-29T00:30:00Z" + (date(1, 1, 1) - 2026-03-29)).second',
];
