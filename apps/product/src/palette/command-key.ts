/** The key of a command, as the person's own keyboard names it. */
import { t } from "../texts/texts.ts";

export const commandKey = (): string => (/mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : t("key-ctrl"));
