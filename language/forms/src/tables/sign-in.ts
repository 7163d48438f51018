/** What `Sign-in:` of point 1 can say. */
import { defineForms } from "../patterns/form.ts";

export const signInForms = defineForms({
  place: "a way to sign in",
  title: "Sign-in",
  point: 1,
  forms: {
    email: {
      pattern: "email and password",
      variants: [
        "[with] email/mail [address] and/with [a] password(s)",
        "e mail [address] and/with [a] password(s)",
        "email & password",
        "email + password",
        "email address(es)",
        "email(s)",
        "password(s)",
        "user name and password",
      ],
      means: "People sign in with their email address and a password.",
      example: "email and password",
    },
    singleSignOn: {
      pattern: "single sign on",
      variants: [
        "sso",
        "openid connect",
        "open id connect",
        "oidc",
        "single sign on (sso|oidc)",
        "single sign on with/by/through/via openid/oidc [connect]",
        "[company|corporate] single sign on",
      ],
      means: "People sign in with the account that they have at an OpenID Connect provider.",
      example: "single sign-on",
    },
    passkey: {
      pattern: "passkey",
      variants: ["passkeys", "pass key(s)", "webauthn", "security key(s)"],
      means: "People sign in with a passkey of their device.",
      example: "passkey",
    },
    secondFactor: {
      pattern: "with second factor [for {roles}]",
      variants: [
        "[with/and/plus/also] [required|mandatory] [a] second/2nd factor [for/of {roles}]",
        "[with/and/plus/also] [required|mandatory] two/2 factor [authentication|sign in|login] [for/of {roles}]",
        "[with/and/plus/also] [required|mandatory] 2fa/mfa/totp [for/of {roles}]",
        "[with/and/plus/also] multi factor [authentication] [for/of {roles}]",
        "second/2nd factor [is|required] [required|mandatory] for {roles}",
        "{roles} need/needs/use/uses [a] second/2nd factor",
      ],
      means: "Whoever has one of ROLES, or everybody, also needs a code from an app, or a passkey.",
      example: "with second factor for Manager",
    },
    registration: {
      pattern: "anyone may register as {role}",
      variants: [
        "anyone/anybody/everyone/everybody/people/visitors may/can register/sign [up] [themselves] as {role}",
        "anyone/anybody/everyone/everybody/people/visitors register(s)/sign(s) [up] [themselves] as {role}",
        "[open|self|free] registration/sign [up] as {role}",
        "self registration as {role}",
        "open to anyone/everyone as {role}",
        "who/whoever registers becomes/is {role}",
      ],
      means: "Anyone may create an account, which has the role ROLE.",
      example: "anyone may register as Borrower",
    },
    invitation: {
      pattern: "by invitation",
      variants: [
        "[only] by invitation [only]",
        "invitation only",
        "on invitation [only]",
        "invite only",
        "invited [people] only",
        "people are invited",
        "no registration",
        "no self registration",
      ],
      means: "Only invited people have an account.",
      example: "by invitation",
    },
  },
});
