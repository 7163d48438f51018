/** The name of an uploaded file has no folders and no invisible characters. */
import { expect, it } from "vitest";
import { fileName } from "../../src/files/file-name.ts";

it.each([
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["\u2066photo\u2069.png", "photo.png"],
  ["two\r\nlines\u2028here.txt", "twolineshere.txt"],
  ["a\u0007b\u009b31m.txt", "ab31m.txt"],
  ["C:\\Users\\Ada\\plan.pdf", "plan.pdf"],
  ["../../etc/passwd", "passwd"],
  ["\u202e \u200b", ""],
  ["می\u200cخواهم.pdf", "می\u200cخواهم.pdf"],
  ["👩\u200d🔬.png", "👩\u200d🔬.png"],
  ["😀".repeat(201), "😀".repeat(200)],
])("%j is called %j", (sent, called) => expect(fileName(sent)).toBe(called));
