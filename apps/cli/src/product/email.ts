/** Whether an argument looks like an email address; the engine checks it as it does every address. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
