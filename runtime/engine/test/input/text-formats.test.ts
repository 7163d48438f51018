/** The formats of texts: the sample that stands in where an example gives no value is valid, and stored as it is. */
import { readFormatted, sampleText, textFormats } from "@nonet/model";
import { expect, test } from "vitest";

test.each(textFormats)("the sample of %s is valid", (format) => expect(readFormatted(format, sampleText(format))).toEqual({ value: sampleText(format) }));
test.each(textFormats.filter((format) => format !== "address"))("%s refuses another text", (format) => expect(readFormatted(format, "?!")).toHaveProperty("wrong"));
test("a text that is too long is refused with the limit", () => expect(readFormatted("phone", "1".repeat(32))).toEqual({ wrong: "has at most 31 characters." }));
