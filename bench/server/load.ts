/** Sends requests from a process of its own, over connections that are kept open, and says how many a second were answered. */
import { Agent, request } from "node:http";

export interface Shot {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Measured {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly failed: number;
  /** The first failure, to be read by a person. */
  readonly why: string | null;
}

/** Sends what `shots` gives until the time is over. Milliseconds; answers of 400 and more count as failed. */
export async function load(base: string, shots: () => Shot, milliseconds: number, connections: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  let why: string | null = null;
  const end = performance.now() + milliseconds;
  const began = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const shot = shots();
      const at = performance.now();
      const { status, text } = await send(base, agent, shot);
      times.push(performance.now() - at);
      if (status < 400) continue;
      failed++;
      why ??= `${shot.method} ${shot.path}: ${status} ${text.slice(0, 200)}`;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { answered: times.length - failed, perSecond: (times.length - failed) / seconds, p50: at(0.5), p99: at(0.99), longest: times.at(-1) ?? 0, failed, why };
}

function send(base: string, agent: Agent, shot: Shot): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const body = shot.body === undefined ? undefined : JSON.stringify(shot.body);
    const headers = {
      authorization: `Bearer ${shot.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
      ...shot.headers,
    };
    const sent = request(base + shot.path, { method: shot.method, agent, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
