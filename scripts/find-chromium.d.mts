/** Types of find-chromium.mjs, for the tests. */
export function findChromium(): string | undefined;
export function provideChromium(): string | undefined;
export const chromiumArguments: string[];
