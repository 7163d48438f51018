/** What the button of a form says: what it does, also where the form is named after a thing. */
import { expect, test } from "vitest";
import { submitText } from "../src/texts/submit-text.ts";
import { speak } from "../src/paint/speak.ts";

speak("en");
const text = (screen: string, entity: string, ...fields: readonly string[]) =>
  submitText(
    screen,
    { name: entity },
    fields.map((name) => ({ name })),
  );

test.each([
  ["Departure check", "Inspection", "Create inspection"],
  ["New claim", "Claim", "Create claim"],
  ["Order", "Purchase order", "Create purchase order"],
  ["Report a defect", "Defect", "Report a defect"],
  ["Book a place", "Booking", "Book a place"],
  ["Reserve", "Loan", "Reserve"],
])("%s", (screen, entity, button) => expect(text(screen, entity, "vehicle", "checks")).toBe(button));
