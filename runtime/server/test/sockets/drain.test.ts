/** A server that closes waits for requests, not for connections on which none runs. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { serveProduct } from "../open-product.ts";

const specification = `# Specification: Desk

## 3. Entities and their fields

### Case

- title: text, required

## 6. Roles and permissions

- **Agent**

| | Agent |
|---|---|
| Case | all |
`;

/** A connection that its client keeps open, whatever the server does. */
async function keepOpen(address: string, request: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  if (request) {
    socket.write(`${request}\r\nhost: ${hostname}\r\n\r\n`);
    await once(socket, "data");
  }
  return socket;
}

test("connections that were opened ahead, and those of event streams that have ended, don't hold it", async () => {
  const served = await serveProduct(specification, {});
  const sockets = await Promise.all(["", "GET /healthz HTTP/1.1", "GET /api/events HTTP/1.1"].map((request) => keepOpen(served.server.address, request)));
  // A server that waited for one of them would end only with this.
  const cutOff = 20_000;
  const outcome = await Promise.race([served.server.close({ finish: cutOff }).then(() => "closed"), new Promise((late) => setTimeout(late, cutOff / 2, "waits"))]);
  for (const socket of sockets) socket.destroy();
  await served.close();
  expect(outcome).toBe("closed");
});
