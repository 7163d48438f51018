/** A connection pooler in transaction mode: each transaction of a client runs on whichever session is free. */
import { createServer, type Socket } from "node:net";
import pg from "pg";

export interface Pooler {
  readonly url: string;
  close(): Promise<void>;
}

/** Sessions of the server behind `url`, already signed in to. */
async function openSession(url: string): Promise<{ readonly stream: Socket; end(): void }> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners("data");
  return { stream, end: () => stream.destroy() };
}

/** A message of the protocol: its letter, its length, its content. */
const message = (letter: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(letter, 0);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};
const welcome = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  message("S", Buffer.from("server_version\x0018.0\0")),
  message("K", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])),
  message("Z", Buffer.from("I")),
]);

export async function poolTransactions(url: string, sessions: number): Promise<Pooler> {
  const all = await Promise.all(Array.from({ length: sessions }, () => openSession(url)));
  const free = all.map(({ stream }) => stream);
  const waiting: ((session: Socket) => void)[] = [];
  const release = (session: Socket): void => {
    const next = waiting.shift();
    if (next) next(session);
    else free.push(session);
  };
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    let session: Promise<Socket> | null = null;
    let started = false;
    const take = async (): Promise<Socket> => {
      const mine = free.pop() ?? (await new Promise<Socket>((go) => waiting.push(go)));
      let unread = Buffer.alloc(0);
      mine.removeAllListeners("data");
      mine.on("data", (data: Buffer) => {
        client.write(data);
        unread = Buffer.concat([unread, data]);
        while (unread.length >= 5 && unread.length >= 1 + unread.readInt32BE(1)) {
          const isOver = unread[0] === 0x5a && unread[5] === 0x49;
          unread = unread.subarray(1 + unread.readInt32BE(1));
          if (isOver && unread.length === 0) {
            session = null;
            release(mine);
          }
        }
      });
      return mine;
    };
    client.on("data", (data: Buffer) => {
      if (!started) {
        // The request for encryption has its own form.
        if (data.readInt32BE(4) === 80877103) return void client.write("N");
        started = true;
        return void client.write(welcome);
      }
      if (data[0] === 0x58) return void client.end();
      void (session ??= take()).then((mine) => mine.write(data));
    });
    client.on("error", () => undefined);
    client.on("close", () => clients.delete(client));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/postgres`,
    close: async () => {
      for (const client of clients) client.destroy();
      for (const { end } of all) end();
      await new Promise((done) => server.close(done));
    },
  };
}
