/** Compares what a product holds after a crash with what it had acknowledged. Each finding is a sentence; none is good. */
import type { Ask } from "../api-client.ts";
import type { Known, Ledger } from "./desk-under-load.ts";

interface Loan {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly purpose: string | null;
}

export async function allLoans(ask: Ask): Promise<Loan[]> {
  const loans: Loan[] = [];
  for (let after = ""; ;) {
    const page = await ask("GET", `/api/loans?limit=200&fields=number,state,purpose${after}`);
    if (page.status !== 200) throw new Error(`The loans can't be read: ${JSON.stringify(page.body)}`);
    loans.push(...page.body.items);
    if (!page.body.next) return loans;
    after = `&after=${encodeURIComponent(page.body.next)}`;
  }
}

export async function judge(ledger: Ledger, ask: Ask): Promise<string[]> {
  const found: string[] = [];
  const loans = await allLoans(ask);
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  for (const known of ledger.loans.values()) {
    const loan = byId.get(known.id);
    if (!loan) found.push(`${known.number} was acknowledged and is gone.`);
    else found.push(...judgeOne(known, loan));
  }
  const numbers = loans.map((loan) => Number(loan.number.slice(-5))).sort((a, b) => a - b);
  numbers.forEach((number, i) => number !== i + 1 && found.push(`The gapless numbers have ${number} at place ${i + 1}.`));
  return found.slice(0, 20);
}

/** Requests without a response may have arrived. They count as known from here on, so that the next crash is checked against them. */
function judgeOne(known: Known, loan: Loan): string[] {
  const found: string[] = [];
  if (loan.state !== known.state && !known.maybe.includes(loan.state)) found.push(`${known.number} was acknowledged as ${known.state} and is ${loan.state}.`);
  if (loan.purpose !== known.purpose && !known.sent.includes(loan.purpose ?? "")) found.push(`${known.number} lost its purpose "${known.purpose}": it has "${loan.purpose}".`);
  known.state = loan.state;
  known.purpose = loan.purpose;
  known.sent = [];
  known.maybe = [];
  return found;
}

/** Each acknowledged action stands in the history once, and the last state there is the record's own. */
export async function judgeHistory(ledger: Ledger, ask: Ask, some: number): Promise<string[]> {
  const found: string[] = [];
  for (const known of [...ledger.loans.values()].slice(-some)) {
    const history = await ask("GET", `/api/loans/${known.id}/history`);
    const entries: { action: string; changes: { field: string; after: unknown }[] }[] = history.body.items ?? history.body;
    for (const action of known.actions) {
      const times = entries.filter((entry) => entry.action.toLowerCase().replaceAll(" ", "-") === action).length;
      if (times !== 1) found.push(`The history of ${known.number} has "${action}" ${times} times.`);
    }
    const states = entries.flatMap((entry) => entry.changes.filter((c) => c.field === "state").map((c) => c.after));
    if (!states.includes(known.state)) found.push(`The history of ${known.number} doesn't tell how it came to be ${known.state}.`);
  }
  return found;
}
