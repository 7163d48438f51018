/** A load balancer in a few lines: sends each request to the next server that says it is ready, and streams the response. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";

export interface Balancer {
  readonly address: string;
  /** The servers that get requests now. */
  readonly ready: () => readonly string[];
  add(server: string): void;
  /** How many requests each server got. */
  readonly served: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

const lookEvery = 50;

export async function balance(servers: readonly string[]): Promise<Balancer> {
  const all = [...servers];
  let ready: readonly string[] = [...servers];
  let turn = 0;
  const served: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true });

  const forward = (from: IncomingMessage, to: ServerResponse): void => {
    const server = ready[turn++ % Math.max(1, ready.length)];
    if (!server) return void to.writeHead(502).end();
    served[server] = (served[server] ?? 0) + 1;
    const onward = request(`${server}${from.url}`, { agent, method: from.method!, headers: { ...from.headers, host: from.headers.host! } }, (response) => {
      // These concern the server's connection, not the client's.
      const { connection: _connection, "keep-alive": _keepAlive, ...headers } = response.headers;
      to.writeHead(response.statusCode!, headers);
      response.pipe(to);
      response.on("error", () => to.destroy());
    });
    onward.on("error", () => (to.headersSent ? to.destroy() : to.writeHead(502).end()));
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  };

  const server = createServer({ keepAliveTimeout: 600_000 }, forward);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const looking = setInterval(() => {
    void Promise.all(all.map(async (one) => ((await isReady(one)) ? one : null))).then((found) => (ready = found.filter((one) => one !== null)));
  }, lookEvery);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    add: (one) => void all.push(one),
    served,
    close: async () => {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** With a connection of its own for each question, so that no kept connection hides that a server is gone. */
const isReady = (server: string): Promise<boolean> =>
  new Promise((done) => {
    const { hostname, port } = new URL(server);
    const socket = connect(Number(port), hostname, () => socket.write(`GET /readyz HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n\r\n`));
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    socket.on("close", () => done(text.startsWith("HTTP/1.1 200")));
    socket.on("error", () => done(false));
    socket.setTimeout(3_000, () => socket.destroy());
  });
