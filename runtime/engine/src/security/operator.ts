/** For the security log: what was done from the command line, and by which user of which machine. */
import { hostname, userInfo } from "node:os";

export const operator = (command: string): Readonly<Record<string, string>> => ({ command, systemUser: systemUser(), machine: hostname() });

/** A container may run as a user that has no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
