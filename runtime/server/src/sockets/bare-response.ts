/** Responses on the bare connection, where Fastify can't respond. */
import type { Socket } from "node:net";
import { type BuiltInCode, problemOf, problemType } from "@nonet/api";

/** To what isn't valid HTTP. */
export function respondToInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  if (error.code === "HPE_HEADER_OVERFLOW") return respondOnSocket(socket, "431 Request Header Fields Too Large", "headers-too-large");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return respondOnSocket(socket, "408 Request Timeout", "request-timeout");
  respondOnSocket(socket, "400 Bad Request", "malformed", "This isn't a valid HTTP request.");
}

/** Responds without Fastify, and closes the connection. */
export function respondOnSocket(socket: Socket, status: string, code: BuiltInCode, detail?: string): void {
  const body = JSON.stringify(problemOf(code, detail));
  socket.end(`HTTP/1.1 ${status}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
}
