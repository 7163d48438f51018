/** Passwords that are guessed first are refused; long ordinary ones are taken. */
import { expect, test } from "vitest";
import { weakness } from "../../src/credentials/weak-password.ts";

const alexandra = { email: "alexandra.stone@example.test", name: "Alexandra Stone" };

test.each(["1234567890", "aaaaaaaaaa", "abababababab", "Password123", "qwertyuiop", "alexandra.stone@example.test", "alexandrastone", "ALEXANDRA12", "stonestone", "12alexandra"])(
  "%s is weak",
  async (password) => {
    expect(await weakness(password, alexandra)).toMatch(/^This password/);
  },
);

test.each(["a long password", "correct horse battery staple", "alexandra-likes-boats", "xK3!vv09Qe"])("%s isn't", async (password) => {
  expect(await weakness(password, alexandra)).toBeNull();
});
