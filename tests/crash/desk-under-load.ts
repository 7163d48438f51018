/** Clients that lend things as fast as they can, and remember what the product acknowledged: the truth after a crash. */
import { client, type Ask } from "../api-client.ts";

export interface Known {
  readonly id: string;
  number: string;
  state: string;
  /** The last acknowledged purpose, and those sent since, of which any may have arrived. */
  purpose: string | null;
  sent: string[];
  /** States that may have come about without an answer. */
  maybe: string[];
  /** Acknowledged actions, each of which must stand in the history once. */
  actions: string[];
}

export interface Ledger {
  readonly loans: Map<string, Known>;
  items: number;
  acknowledged: number;
}

export const newLedger = (): Ledger => ({ loans: new Map(), items: 0, acknowledged: 0 });

/** The desk's day, which begins before the day of UTC does. */
const days = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin", year: "numeric", month: "2-digit", day: "2-digit" });
const day = (n: number): string => days.format(Date.now() + n * 86_400_000);
/** What a client of a dying server meets. */
const lost = Symbol("lost");

async function tried(ask: Ask, ...request: Parameters<Ask>): Promise<Awaited<ReturnType<Ask>> | typeof lost> {
  try {
    const answer = await ask(...request);
    return answer.status >= 500 ? lost : answer;
  } catch {
    return lost;
  }
}

/** Adds items, each of which is lent by one worker at a time. */
export async function stock(ledger: Ledger, manager: Ask, wanted: number): Promise<readonly string[]> {
  const categories = await manager("GET", "/api/categories");
  const items: string[] = [];
  while (items.length < wanted) {
    const made = await manager("POST", "/api/items", { name: `Thing ${++ledger.items}`, category: categories.body.items[0].id, dailyFee: "4.50" });
    if (made.status !== 201) throw new Error(`An item can't be made: ${JSON.stringify(made.body)}`);
    items.push(made.body.id);
  }
  return items;
}

/** One worker: lends its own things from end to end until the server is gone; an unanswered step ends its round. */
export async function work(ledger: Ledger, address: string, token: string, items: readonly string[], going: () => boolean): Promise<void> {
  const ask = client(address, token);
  for (let round = 0; going(); round++) {
    const made = await tried(ask, "POST", "/api/loans", { item: items[round % items.length], startDate: day(0), endDate: day(1) });
    if (made === lost) return;
    // A loan of an earlier round that wasn't answered may stand there: the thing is taken.
    if (made.status !== 201) continue;
    const loan: Known = { id: made.body.id, number: made.body.number, state: made.body.state, purpose: null, sent: [], maybe: [], actions: [] };
    ledger.loans.set(loan.id, loan);
    ledger.acknowledged++;
    if (
      !(await change(ledger, ask, loan)) ||
      !(await act(ledger, ask, loan, "approve", "approved")) ||
      !(await act(ledger, ask, loan, "hand-out", "out")) ||
      !(await act(ledger, ask, loan, "return", "returned"))
    )
      return;
  }
}

async function change(ledger: Ledger, ask: Ask, loan: Known): Promise<boolean> {
  for (let n = 0; n < 2; n++) {
    const purpose = `for ${loan.number}, ${n}`;
    loan.sent.push(purpose);
    const answer = await tried(ask, "PATCH", `/api/loans/${loan.id}`, { purpose }, { "if-match": "*" });
    if (answer === lost) return false;
    if (answer.status !== 200) throw new Error(`${loan.number} can't be changed: ${JSON.stringify(answer.body)}`);
    loan.purpose = purpose;
    loan.sent = [];
    ledger.acknowledged++;
  }
  return true;
}

async function act(ledger: Ledger, ask: Ask, loan: Known, action: string, state: string): Promise<boolean> {
  loan.maybe = [state];
  const answer = await tried(ask, "POST", `/api/loans/${loan.id}/${action}`, action === "return" ? { condition: "good" } : {});
  if (answer === lost) return false;
  if (answer.status !== 200) throw new Error(`${action} of ${loan.number} is refused: ${JSON.stringify(answer.body)}`);
  loan.state = state;
  loan.maybe = [];
  loan.actions.push(action);
  ledger.acknowledged++;
  return true;
}
