/** Finds a browser for the tests: Chromium or Chrome on this machine, else Debian's where this user may install it. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const macs = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** The path of a browser, or undefined. */
export function findChromium() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"].filter(Boolean);
  const places = [process.env.CHROMIUM, ...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...macs];
  return places.find((place) => place && canRun(place));
}

/** Finds it or installs it; undefined where neither can be. */
export function provideChromium() {
  const found = findChromium();
  if (found) return found;
  const debian = existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
  if (!debian) return undefined;
  console.error("Installing Debian's chromium (once) …");
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    if (spawnSync("apt-get", ["-q", ...args], { stdio: ["ignore", 2, 2], env: environment }).status !== 0) return undefined;
  }
  return findChromium();
}

/** What keeps the browser quiet and able to run as root in a container. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(findChromium() ?? "none");
