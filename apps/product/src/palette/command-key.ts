/** The key of a command, as the person's own keyboard names it. */
export const commandKey = (): string => (/mac|iphone|ipad/i.test(navigator.platform) ? "⌘" : "Ctrl");
