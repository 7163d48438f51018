/** What each of the nine points adds to a product, for the home page and the document page. */

export const pointSummaries: readonly string[] = [
  "The product's name, language, time zone, currency and colour, its audience, and how people sign in.",
  "A menu and screens: lists, boards, calendars, forms, dashboards and reports, each with its own address.",
  "The records that the product stores, with fields that people can search, view and edit.",
  "The lifecycle of a record: buttons that move it from state to state, and transitions that run at set times or automatically.",
  "Rules that every change must satisfy, whoever makes it.",
  "Roles, and what each role may see and do. Until then, only the Owner has access.",
  "Emails, calls to other services, schedules, and calls that other systems make to the product.",
  "The product's own wording for each error.",
  "Named values, limits, calendars and decision tables that rules and prices use.",
];
