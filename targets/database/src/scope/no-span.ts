export const none = { file: 0, from: 0, to: 0 };
