/** The numbered defaults of lists and dashboards, 180 to 184. */

export const listDefaults = [
  {
    number: 180,
    text: "A saved view of a list belongs to the person who saved it, who alone changes it and may share it. A shared view is offered to everybody who may open the screen and may read what it filters, sorts and groups by and each record that its filters name. An Owner can delete it. Erasing a person's data deletes their views.",
  },
  {
    number: 181,
    text: "A search ignores letter case and accents. If nothing contains its words, it finds records with similar words: one letter of four may differ, two of longer words. Numbers and shorter words are never taken for misspelt.",
  },
  { number: 182, text: "Relative dates of a filter are counted from today in the product's time zone. Weeks begin on Monday." },
  {
    number: 183,
    text: "A number or a chart of a dashboard opens the list of the records of which it is made, if the reader has a list screen of the entity without a condition of its own. What is made of everybody's records opens none.",
  },
] as const;
