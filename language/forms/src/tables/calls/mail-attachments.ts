/** What is attached to a mail: one attachment of `Attach`. Anything else is a field with files. */
import { defineForms } from "../../patterns/form.ts";

export const attachmentForms = defineForms({
  place: "an attachment",
  title: "Attachments of mails",
  point: 7,
  forms: {
    report: {
      pattern: "report {screen} as {format}",
      variants: [
        "[report|list|export of|export|screen] {screen} [as|in|, as] {format} [file|spreadsheet]",
        "[report|list|export of|export|screen] {screen} ({format})",
        "[report|list|export of|export|screen] {screen}",
        "{format} [file|export|spreadsheet] (of|with) [report|list|screen] {screen}",
      ],
      means: "The rows of SCREEN that the receiver may read, as a file in FORMAT.",
      example: "report Monthly costs as xlsx",
    },
  },
});
