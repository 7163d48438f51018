/** What each of the nine points brings to the product once it is written, said to whoever looks at an empty one. */

export const pointBrings: readonly string[] = [
  "The product's name, language, time zone, currency and colour, who it is for, and how people sign in.",
  "A menu with lists, boards, calendars, forms, dashboards and reports, each at its own address.",
  "The things the product keeps: records with fields, stored, searched, shown and edited.",
  "The life of a record: buttons that move it from state to state, with what happens then, on time and by itself.",
  "Rules that every change must keep, whoever makes it and however many do so at once.",
  "Roles, and who may see and do what. Until then only the Owner may do anything.",
  "Mails, calls to other services, schedules, and calls that others make to the product.",
  "The product's own words for every refusal.",
  "Named values, limits, calendars and decision tables that rules and prices use.",
];
