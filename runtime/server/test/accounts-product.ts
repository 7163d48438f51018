/** A product whose accounts the tests use, with a real mail server, and what its mails say. */
import { type Mail, openSmtp } from "../../../tests/smtp-server.ts";
import { until } from "../../engine/test/support/open-product.ts";
import { clientOf, type Client, type ClientResponse } from "./desk.ts";
import { serveProduct, type Served } from "./open-product.ts";

export const signInWith = (line: string): string => `# Desk

## 1. What the product does and for whom
- Sign-in: ${line}

- **Manager** — runs it
- **Clerk** — works with it

## 3. Entities and their fields
### Note
- text: text, required

## 6. Roles and permissions
| | Manager | Clerk |
|---|---|---|
| Note | all | read, create |

## 7. The calls it makes
### Add note
- Offers: POST /v1/notes
- For: Manager, Clerk
- Takes: text: text, required
- Does: create Note with text = \`body.text\`
- Answers: 201
### Count notes
- Offers: GET /v1/notes
- For: Manager, Clerk
- Answers: 200 \`{ notes: count(Note) }\`
`;

/** Offered calls about the caller's account, for a document that asks for no second factor. */
export const accountCalls = `### Enter
- Offers: POST /v1/enter
- For: anyone
- Takes: email: text, required; secret: text, required
- Does: sign in \`User[email = body.email]\` with password = \`body.secret\`, else WRONG; create Note with text = "entered"
- Answers: 200 \`{ token: my token }\`
### Change secret
- Offers: POST /v1/secret
- For: Manager, Clerk
- Takes: secret: text, required
- Does: set my password = \`body.secret\`
- Answers: 204

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| WRONG | 401 | That isn't right. |
`;

export interface AccountsProduct extends Served {
  readonly mails: readonly Mail[];
  /** The newest mail to an address whose subject matches, awaited. */
  mailTo(address: string, subject: RegExp, after?: number): Promise<string>;
  signIn(email: string, password: string, headers?: Readonly<Record<string, string>>): Promise<ClientResponse>;
  as(token: string): Client;
  anyone: Client;
  log(event: string): Promise<
    readonly {
      readonly person: { readonly email: string } | null;
      readonly by: { readonly email: string } | null;
      readonly detail: Record<string, unknown>;
      readonly source: string;
    }[]
  >;
}

export async function serveAccounts(text: string, more: Parameters<typeof serveProduct>[2] = {}): Promise<AccountsProduct> {
  const smtp = await openSmtp(() => null);
  const served = await serveProduct(text, { NONET_SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }, more);
  const anyone = clientOf(served.server.address);
  return {
    ...served,
    mails: smtp.mails,
    anyone,
    as: (token) => clientOf(served.server.address, token),
    signIn: (email, password, headers) => anyone("POST", "/api/sign-in", { email, password }, headers),
    mailTo: async (address, subject, after = 0) => {
      const find = (): string | undefined =>
        smtp.mails.slice(after).findLast((mail) => mail.to.includes(address) && subject.test(/^Subject: (.*)$/m.exec(mail.data)?.[1] ?? ""))?.data;
      return decoded(
        (await until(
          async () => find(),
          (mail) => mail !== undefined,
        ))!,
      );
    },
    log: async (event) => (await served.owner("GET", `/api/-/security-log?event=${event}`)).body.items,
    close: async () => {
      await served.close();
      await smtp.close();
    },
  };
}

/** Soft line breaks and encoded characters of quoted-printable. */
const decoded = (data: string): string => data.replaceAll(/=\n/g, "").replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export const tokenIn = (mail: string): string => /\/sign-in\/link#([\w-]{43})/.exec(mail)![1]!;
