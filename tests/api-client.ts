/** Asks a running product over HTTP, as a client with a token would. */

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: any; // eslint-disable-line typescript/no-explicit-any -- tests check whatever the product returns
}

export type Ask = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

export function client(address: string, token?: string): Ask {
  return async (method, path, body, headers = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...sent,
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, body: /[/+]json/.test(type) && text ? JSON.parse(text) : text };
  };
}

/** Signs in one of the rehearsal's people. */
export async function clientOf(address: string, email: string, password = "rehearsal"): Promise<Ask> {
  const answer = await client(address)("POST", "/api/sign-in", { email, password });
  if (answer.status !== 200) throw new Error(`${email} can't sign in: ${JSON.stringify(answer.body)}`);
  return client(address, answer.body.token);
}

/** Puts a rehearsal's clock to the morning of a day in the middle of a month, which it gives (ISO date): what a test says of days holds at any hour, in any zone. */
export async function morningOf(address: string): Promise<string> {
  const day = "2026-05-18";
  const moved = await client(address)("POST", "/rehearsal/clock", { now: `${day}T09:00:00Z` });
  if (moved.status !== 200) throw new Error(`The clock can't be put: ${JSON.stringify(moved.body)}`);
  return day;
}
