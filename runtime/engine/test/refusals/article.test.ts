/** "a" and "an" by sound, and the sentences that contain them. */
import { expect, test } from "vitest";
import { withArticle, withCapitalArticle } from "../../src/refusals/article.ts";

test.each([
  ["Item", "an Item"],
  ["Loan", "a Loan"],
  ["Order", "an Order"],
  ["User", "a User"],
  ["Unit", "a Unit"],
  ["University", "a University"],
  ["Uninstallation", "an Uninstallation"],
  ["Umbrella", "an Umbrella"],
  ["Hour", "an Hour"],
  ["Honest mistake", "an Honest mistake"],
  ["House", "a House"],
  ["SLA", "an SLA"],
  ["URL", "a URL"],
  ["One-off", "a One-off"],
  ["European order", "a European order"],
  ["Äpfel", "an Äpfel"],
  ["Usage", "a Usage"],
  ["Urgent case", "an Urgent case"],
  ["Upload", "an Upload"],
  ["Evening", "an Evening"],
  ["Ewe", "a Ewe"],
  ["Uniform", "a Uniform"],
  ["Utility", "a Utility"],
  ["Utterance", "an Utterance"],
  ["Unanswered call", "an Unanswered call"],
  ["Union", "a Union"],
  ["Unimportant note", "an Unimportant note"],
])("%s is %s", (name, expected) => expect(withArticle(name)).toBe(expected));

test("it is capitalized at the start of a sentence", () => expect(withCapitalArticle("Item")).toBe("An Item"));
