/** What a browser calls itself, as people know it: "Firefox on Linux". */
import Bowser from "bowser";
import { t } from "../texts/texts.ts";

export function deviceName(userAgent: string): string {
  if (userAgent === "") return t("unknown-device");
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return t("unknown-device-agent", { agent: userAgent.slice(0, 60) });
  return os.name ? t("browser-on-system", { browser: browser.name, system: os.name }) : browser.name;
}
