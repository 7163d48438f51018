/** Statements of the examples that no index can serve, each with the reason. Data for served-by-indexes.test.ts, which takes no reason that nothing needs. */

export interface Excuse {
  readonly documents: readonly string[];
  /** The statement: the reader and the request. */
  readonly what: RegExp;
  readonly why: string;
}

const every = ["equipment-desk", "outlay", "ward-rota", "open-museum", "purchasing"];
const named = "The header of a reference puts records in order by what the other is called: text of another table, limited to what the reader may read of it.";
const computed = "A computed field is worked out for each record from others as they now are; no table holds it, so none has it in order.";

export const cannotBeServed: readonly Excuse[] = [
  {
    documents: every,
    what: /, its count$/,
    why: "How many there are is only known when all that the reader may see of them are counted; the page beside it doesn't wait for that.",
  },
  { documents: every, what: /(: report|: chart .*)$/, why: "A report or a chart is made of every record that its reader may see." },
  { documents: ["equipment-desk"], what: /(Catalogue|Loans): .*sorted by -?(category|item|borrower), /, why: named },
  { documents: ["equipment-desk"], what: /(Catalogue|Loans): .*sorted by -?(available|fee), /, why: computed },
  { documents: ["outlay"], what: /(All claims|Teams): .*sorted by -?(claimant|team|lead|standIn), /, why: named },
  { documents: ["outlay"], what: /All claims: .*sorted by -?total, /, why: computed },
  { documents: ["open-museum"], what: /Programme: .*sorted by -?(room|guide), /, why: named },
  { documents: ["open-museum"], what: /Programme: .*sorted by -?placesLeft, /, why: computed },
  { documents: ["ward-rota"], what: /Plan: .*sorted by /, why: `The list is grouped by its kind. ${named}` },
  { documents: ["ward-rota"], what: /Wishes: .*sorted by -?nurse, /, why: named },
  { documents: ["ward-rota"], what: /Rota: a span/, why: `A shift begins and ends when its kind says. ${computed}` },
  { documents: ["purchasing"], what: /(Orders|Budgets): .*sorted by -?(supplier|requisition|costCentre), /, why: named },
  { documents: ["purchasing"], what: /(Orders|Budgets): .*sorted by -?(amount|committed|left), /, why: computed },
  {
    documents: ["purchasing"],
    what: /choosing the purchase order of a Invoice, searched/,
    why: `A chooser looks into every text of the other, its computed currency too. ${computed}`,
  },
];
