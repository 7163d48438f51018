/** A small SMTP server that keeps the mails it gets, for tests of what leaves. */
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

/** As much of RFC 5321 as a sender needs. */
export async function openSmtp(refuse: (to: string) => string | null): Promise<{ port: number; mails: Mail[]; close(): Promise<void> }> {
  const mails: Mail[] = [];
  const serve = (socket: Socket): void => {
    let from = "";
    let to: string[] = [];
    let data: string | null = null;
    let rest = "";
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say("220 here");
    socket.on("error", () => undefined);
    socket.on("data", (part) => {
      rest += part.toString("utf8");
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (data !== null) {
          if (line !== ".") data += `${line.replace(/^\./, "")}\n`;
          else {
            mails.push({ from, to, data });
            data = null;
            say("250 kept");
          }
        } else if (/^(EHLO|HELO)/i.test(line)) say("250 here");
        else if (/^MAIL FROM:/i.test(line)) {
          from = /<(.*?)>/.exec(line)![1]!;
          to = [];
          say("250 ok");
        } else if (/^RCPT TO:/i.test(line)) {
          const one = /<(.*?)>/.exec(line)![1]!;
          const refused = refuse(one);
          if (!refused) to.push(one);
          say(refused ?? "250 ok");
        } else if (/^DATA/i.test(line)) {
          data = "";
          say("354 go on");
        } else if (/^QUIT/i.test(line)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  };
  const server: Server = createServer(serve);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { port: (server.address() as AddressInfo).port, mails, close: () => new Promise((closed) => server.close(() => closed())) };
}
