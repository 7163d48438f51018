/** The version of Node.js, and the user that runs it. */
import { type Finding, named, ok, problem, warning } from "./finding.ts";

const oldest: readonly [number, number] = [20, 19];

export function checkNode(version: string, user: number | undefined): readonly Finding[] {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  return [
    ...named(
      "Node.js",
      isOld
        ? problem(`This is Node.js ${version}. Nonet needs ${oldest.join(".")} or later.`, "Install a supported version of Node.js.")
        : ok(`Node.js ${version.replace(/^v/, "")}`),
    ),
    ...named(
      "user",
      user === 0
        ? warning("This is the root user. A product needs no privileges.", "Run it as a user of its own, as deploy/nonet.service and deploy/Dockerfile do.")
        : ok("not root"),
    ),
  ];
}
