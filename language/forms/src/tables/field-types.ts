/** The types of fields: simple ones, which are words, and those that say more. */
import { defineForms } from "../patterns/form.ts";

export const simpleTypeForms = defineForms({
  place: "a field type",
  title: "Simple types of fields",
  point: 3,
  forms: {
    text: { pattern: "text", variants: ["string", "short text", "line of text", "single line text", "text field"], means: "A text of one line.", example: "text" },
    "long text": {
      pattern: "long text",
      variants: ["multiline text", "multi line text", "text area", "free text", "paragraph(s)"],
      means: "A text of several lines.",
      example: "long text",
    },
    "rich text": { pattern: "rich text", variants: ["formatted text"], means: "A text with headings, lists and emphasis.", example: "rich text" },
    number: { pattern: "number", variants: ["decimal [number]", "numeric", "float"], means: "A decimal number.", example: "number" },
    integer: { pattern: "integer", variants: ["int", "whole number"], means: "A whole number.", example: "integer" },
    percent: { pattern: "percent", variants: ["percentage", "per cent", "%"], means: "A percentage: 5 % is the number 0.05.", example: "percent" },
    "yes/no": {
      pattern: "yes / no",
      variants: ["boolean/bool", "yes or no", "y / n", "true / false", "true or false", "checkbox", "flag"],
      means: "Yes or no.",
      example: "yes/no",
    },
    date: { pattern: "date", variants: ["day", "calendar date/day", "date of birth"], means: "A day.", example: "date" },
    time: { pattern: "time", variants: ["time of day", "clock time"], means: "A time of day.", example: "time" },
    "date and time": {
      pattern: "date and time",
      variants: ["datetime", "date time", "date & time", "date / time", "date with time", "time and date", "timestamp/instant", "point in time", "moment"],
      means: "A moment.",
      example: "date and time",
    },
    duration: { pattern: "duration", variants: ["length of time", "time span", "timespan"], means: "A length of time, such as `14 days`.", example: "duration" },
    email: { pattern: "email", variants: ["e mail", "mail", "e mail address", "email/mail address"], means: "An email address, compared without letter case.", example: "email" },
    phone: { pattern: "phone", variants: ["phone/telephone number", "telephone"], means: "A telephone number.", example: "phone" },
    "web address": {
      pattern: "web address",
      variants: ["url/link/website/hyperlink", "web link", "internet address"],
      means: "The address of a web page.",
      example: "web address",
    },
    colour: { pattern: "colour", variants: ["color"], means: "A colour.", example: "colour" },
    country: { pattern: "country", variants: ["country code"], means: "A country, stored as its ISO 3166 code.", example: "country" },
    language: { pattern: "language", variants: ["language code"], means: "A language.", example: "language" },
    currency: { pattern: "currency", variants: ["currency code"], means: "A currency.", example: "currency" },
    "time zone": { pattern: "time zone", variants: ["timezone"], means: "A time zone.", example: "time zone" },
    address: { pattern: "address", variants: ["postal address"], means: "A postal address.", example: "address" },
    location: { pattern: "location", variants: ["coordinates", "geographic location", "latitude and longitude"], means: "A place on the map.", example: "location" },
    "secret key": { pattern: "secret key", variants: ["api key"], means: "A random key that is shown once and stored as a hash.", example: "secret key" },
    file: { pattern: "file", variants: ["attachment/document/upload"], means: "A file.", example: "file" },
    files: { pattern: "files", variants: ["attachments/documents/uploads"], means: "Several files.", example: "files" },
    image: { pattern: "image", variants: ["photo/photograph/picture"], means: "An image.", example: "image" },
    images: { pattern: "images", variants: ["photos/photographs/pictures"], means: "Several images.", example: "images" },
  },
});

export const fieldTypeForms = defineForms({
  place: "a field type",
  title: "Types of fields that say more",
  point: 3,
  forms: {
    money: {
      pattern: "money [in {currency}]",
      variants: [
        "money/amount [of money] [in {currency}]",
        "amount of {currency:code}",
        "[money/amount/price] {currency:known} [amount]",
        "money/amount/price in {currency:known}",
      ],
      means: "An amount of money in CURRENCY, which a field can name. Without it, in the currency of point 1.",
      example: "money in EUR",
    },
    "one of": {
      pattern: "one of {choices}",
      variants: ["[exactly] one of [:] {choices}", "enum/choice/select/selection/dropdown [of|from] [:] {choices}", "single choice [of|from] [:] {choices}"],
      means: "One of the texts of CHOICES.",
      example: "one of (good, worn, broken)",
    },
    "any of": {
      pattern: "any of {choices}",
      variants: ["any/several/some of [:] {choices}", "any number of {choices}", "multiple choice [of|from] [:] {choices}", "tags [of|from] {choices}"],
      means: "Any number of the texts of CHOICES.",
      example: "any of (fragile, heavy)",
    },
    random: {
      pattern: "random text [of {length:count} characters]",
      variants: ["random text/code/string [of/with {length:count} [characters/chars/character/char/letters]]"],
      means: "A random text of LENGTH characters, 12 unless stated.",
      example: "random text of 10 characters",
    },
    link: {
      pattern: "secret link to {screen}",
      variants: ["secret link to/for/opening [the] [screen/page] {screen}", "secret link [:|,] {screen}"],
      means: "A random address that opens SCREEN for whoever has it.",
      example: "secret link to Rate your visit",
    },
    sequence: {
      pattern: "sequence {pattern:numbers}",
      variants: [
        "[number] sequence [:|of|like] {pattern:numbers}",
        "running/sequential/consecutive number [:|like] {pattern:numbers}",
        "auto/automatic number [:|like] {pattern:numbers}",
      ],
      means: "A number counted up by PATTERN.",
      example: "sequence `L-{0000}`",
    },
    gapless: {
      pattern: "gapless sequence {pattern:numbers}",
      variants: ["gapless [number] sequence [:|of|like] {pattern:numbers}", "sequence without gaps [:] {pattern:numbers}", "gapless number [:|like] {pattern:numbers}"],
      means: "A number counted up by PATTERN of which none is ever skipped.",
      example: "gapless sequence `R-{year}-{0000}`",
    },
    inverse: {
      pattern: "list of {entity} by {field}",
      variants: [
        "(list(s) of|many|several|multiple|all) {entity} by [its/their] {field}",
        "{entity} [] by/via {field}",
        "(list(s) of|many|several|multiple|all) {entity} (whose {field} is this|through {field}|via {field})",
      ],
      means: "The records of ENTITY whose FIELD is this record. Nothing is stored.",
      example: "list of Loan by item",
    },
    references: {
      pattern: "list of {entity} [with role {role}]",
      variants: [
        "list(s)/array/set/collection of {entity} [(with [the] role|of role|who have [the] role|in [the] role [of]) {role}]",
        "many/several/multiple {entity} [with [the] role {role}]",
        "(any number of|zero or more|one or more|references to|links to|has many|a number of) {entity}",
        "list < {entity} >",
        "{entity} []",
      ],
      means: "Any number of records of ENTITY, or of people with ROLE.",
      example: "list of Tag",
    },
    list: {
      pattern: "list of {type}",
      variants: ["list(s)/array/set/collection of {type}", "many/several/multiple {type}", "(any number of|zero or more|one or more|a number of) {type}", "list < {type} >"],
      means: "Any number of values of TYPE.",
      example: "list of date",
    },
    reference: {
      pattern: "{entity} [with role {role}]",
      variants: [
        "[one|a single|an existing] {entity} [(with [the] role|of role|who is [a|an]|who has [the] role|in [the] role [of]) {role}]",
        "(reference|link|pointer|foreign key|relation) to [one|an existing] {entity} [with [the] role {role}]",
        "(ref|belongs to) {entity} [with [the] role {role}]",
        "{entity} reference",
      ],
      means: "A record of ENTITY, or a person with ROLE.",
      example: "User with role Clerk",
    },
  },
});
