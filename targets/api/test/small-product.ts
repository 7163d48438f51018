/** A product by hand, as small as the API's own tests need: this floor doesn't import the compiler. */
import type { Field, Product } from "@nonet/model";

const source = { file: 0, from: 12, to: 20 };

export const field = (name: string, type: Field["type"], more: Partial<Field> = {}): Field => ({
  name,
  key: name.replace(/ (\w)/g, (_, c: string) => c.toUpperCase()),
  column: name.replaceAll(" ", "_"),
  type,
  computed: null,
  required: false,
  unique: false,
  uniqueWithin: null,
  default: null,
  setOnce: false,
  readOnly: false,
  atLeast: null,
  atMost: null,
  matching: null,
  hidden: false,
  secret: false,
  personalOf: null,
  endsWhen: null,
  whenDeleted: "forbid",
  was: null,
  source,
  ...more,
});

const literal = (value: string) => ({ kind: "literal" as const, value, type: { kind: "number" as const }, nullable: false, span: source });
const shownAs = { kind: "literal" as const, value: "x", type: { kind: "string" as const }, nullable: false, span: source };

const entity = (name: string, plural: string, fields: readonly Field[], partOf: Product["entities"][number]["partOf"] = null): Product["entities"][number] => ({
  name,
  plural,
  table: name.toLowerCase(),
  path: plural.toLowerCase().replaceAll(" ", "-"),
  prose: "",
  fields,
  partOf,
  shownAs,
  unique: [],
  sort: [],
  lockedWhile: null,
  erasing: [],
  deleting: { allowed: "always", notWhile: null, onlyWhile: null, source: null },
  initialRecords: [],
  events: [],
  history: true,
  builtIn: name === "User",
  was: null,
  source,
});

export const smallProduct: Product = {
  format: 1,
  name: "Small <Shop>",
  about: {
    title: "Small Shop",
    prose: ["Sells things."],
    language: "en",
    timeZone: "UTC",
    currency: "EUR",
    colour: null,
    logo: null,
    signIn: { methods: ["email and password"], registersAs: "Buyer", source: null },
    audiences: [],
  },
  screens: [],
  entities: [
    entity("User", "Users", [field("name", { kind: "text", form: "plain" }), field("email", { kind: "formatted", format: "email" })]),
    entity("Order", "Orders", [
      field("number", { kind: "sequence", gapless: true, pattern: [], takenOn: null }),
      field("buyer", { kind: "reference", entity: "User" }, { required: true, setOnce: true }),
      field("total", { kind: "money", currency: "EUR" }, { computed: literal("1") }),
      field("kind", { kind: "one of", choices: ["small", "large"] }),
      field("note", { kind: "text", form: "long" }, { atMost: literal("500") }),
      field("lines", { kind: "inverse", entity: "Order line", by: "order" }),
      field("photos", { kind: "file", many: true, image: true }),
    ]),
    entity(
      "Order line",
      "Order lines",
      [field("order", { kind: "reference", entity: "Order" }), field("quantity", { kind: "integer" }, { required: true, atLeast: literal("1") })],
      { entity: "Order", field: "order", list: "lines" },
    ),
    entity("Event", "Events", [field("title", { kind: "text", form: "plain" })]),
  ],
  machines: [
    {
      entity: "Order",
      field: "state",
      states: [
        { name: "open", source },
        { name: "paid", source },
      ],
      startsAs: [{ state: "open", when: null }],
      endsAs: ["paid"],
      source,
      transitions: [{ from: "open", to: "paid", trigger: { kind: "action", action: "Pay off" }, who: [], guard: null, guardElse: null, then: [], row: 0, source }],
      actions: [
        {
          name: "Pay off",
          path: "pay-off",
          asks: [{ field: field("paid by", { kind: "date" }, { required: true }), own: false }],
          decision: null,
          confirms: null,
          systemOnly: false,
          source,
        },
      ],
    },
  ],
  rules: [],
  permissions: { written: true, roles: [], own: [], named: [], fieldRows: [], grants: [], never: [], screens: [] },
  calls: [
    {
      name: "Paid",
      entity: null,
      schedule: null,
      source,
      does: {
        kind: "received",
        method: "POST",
        path: "/hooks/:shop/paid",
        signature: null,
        takes: [],
        countsOncePer: null,
        finds: null,
        then: [],
        otherwise: { code: null, then: [] },
        answers: null,
      },
    },
  ],
  errors: [{ code: "SOLD_OUT", status: 409, message: ["No more of ", shownAs], when: null, help: null, source }],
  constants: [
    {
      name: "requests per minute",
      type: { kind: "number" },
      values: [
        { from: null, value: literal("300") },
        { from: "2027-01-01", value: literal("100") },
      ],
      meaning: "",
      limit: "requests per minute",
      source,
    },
  ],
  functions: [],
  tables: [],
  calendars: [],
  examples: [],
  points: [],
  notShown: [],
  sources: [{ name: "a.md", text: "# Title\n\n## 1\n\nText and more text\n" }],
  version: "abcdef0123456789",
};
