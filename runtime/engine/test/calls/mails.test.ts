/** Mails over real SMTP: one for each receiver, with attachments, and without what the receiver may not read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mail, openSmtp } from "../../../../tests/smtp-server.ts";
import { openProduct, until, type Opened } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Papers

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin

## 3. Entities and their fields

### Paper

- title: text, required
- author: User, required, default \`me\`
- price: number, default 7
- verdict: text, default "good"
- draft: file
- secret notes: file
- readers: list of User
- extra: list of text
- Shown as: \`title\`

## 4. States and transitions

### Paper

- Starts as: open
- Ends as: shut

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Tell | open | Editor | | send "News" |
| open | Write out | open | Editor | | send "Letter" |
| open | Shut | shut | Editor | | |

- Tell asks for: word: text, required

## 6. Roles and permissions

- **Author**
- **Editor**

Own: a Paper is its author's.

| | Author | Editor |
|---|---|---|
| Paper | create, read own | all |
| Paper: verdict | – | all |
| Paper: secret notes | – | all |
| User | read: name | read |

## 7. The calls it makes

### News

- Email to: \`readers\`
- Subject: {title} by {author.name}
- Body: {asked.word}, says {me.name}: {verdict} at {price}, {count(readers)} hear of it. {if price > 5 then verdict else "cheap"}
- Attach: draft, secret notes

### Letter

- Email to: \`extra\`
- Subject: {title}
- Body: {verdict}
`;

let smtp: Awaited<ReturnType<typeof openSmtp>>;
let house: Opened;
const tried: string[] = [];
beforeAll(async () => {
  smtp = await openSmtp((to) => {
    tried.push(to);
    if (to === "gone@outside.test") return "550 no such person";
    return to === "slow@outside.test" && tried.filter((t) => t === to).length < 2 ? "451 later" : null;
  });
  house = await openProduct(text, { environment: { NONET_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, NONET_MAIL_FROM: "Papers <papers@example.test>" } });
}, 60_000);
afterAll(async () => {
  await house?.close();
  await smtp?.close();
});

const mailTo = (to: string): Promise<Mail> =>
  until(
    () => smtp.mails.find((m) => m.to.includes(to)),
    (m) => m !== undefined,
  ) as Promise<Mail>;
/** Quoted-printable and folded lines undone: what a reader sees. */
const read = (mail: Mail): string =>
  mail.data
    .replace(/=\n/g, "")
    .replace(/\n /g, " ")
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());

test("each receiver gets a mail of their own, with the files and values that they may see", async () => {
  const author = await house.person("ann@example.test", "Author");
  const editor = await house.person("ed@example.test", "Editor");
  if (author.kind !== "person" || editor.kind !== "person") throw new Error("persons");
  const file = async (name: string, content: string) => valueOf(await house.engine.storeFile(editor, { name, type: "text/plain", content: Buffer.from(content) })).id;
  const paper = valueOf(
    await house.engine.perform(editor, {
      kind: "create",
      entity: "Paper",
      values: {
        title: "On mails",
        author: author.id,
        verdict: "SPLENDID",
        draft: await file("draft.txt", "THE DRAFT"),
        secretNotes: await file("notes.txt", "THE NOTES"),
        readers: [author.id, editor.id],
      },
    }),
  )!;
  valueOf(await house.engine.perform(editor, { kind: "action", entity: "Paper", id: paper.id, action: "Tell", input: { word: "Hear" } }));
  const [toAuthor, toEditor] = [await mailTo("ann@example.test"), await mailTo("ed@example.test")];
  expect([toAuthor.to, toEditor.to, toAuthor.from]).toEqual([["ann@example.test"], ["ed@example.test"], "papers@example.test"]);
  expect(read(toEditor)).toContain("Subject: On mails by ann");
  expect(read(toEditor)).toContain("Hear, says ed: SPLENDID at 7, 2 hear of it. SPLENDID");
  expect(read(toAuthor)).toContain("Subject: On mails by ann");
  expect(read(toAuthor)).toContain("Hear, says ed: … at 7, ");
  expect(toAuthor.data).not.toContain("SPLENDID");
  const attached = (mail: Mail): string[] => [...mail.data.matchAll(/filename=("?)([\w.]+)\1/g)].map((m) => m[2]!);
  expect([attached(toAuthor), attached(toEditor)]).toEqual([["draft.txt"], ["draft.txt", "notes.txt"]]);
  expect(toEditor.data).toContain(Buffer.from("THE NOTES").toString("base64"));
  expect(toAuthor.data).not.toContain(Buffer.from("THE NOTES").toString("base64"));
});

test("an outside receiver gets the document's text; a permanent refusal is listed, a temporary one is retried", async () => {
  const editor = await house.person("ed@example.test", "Editor");
  const paper = valueOf(
    await house.engine.perform(editor, {
      kind: "create",
      entity: "Paper",
      values: { title: "Out", verdict: "fine", extra: ["gone@outside.test", "slow@outside.test", "fast@outside.test", "FAST@outside.test"] },
    }),
  )!;
  valueOf(await house.engine.perform(editor, { kind: "action", entity: "Paper", id: paper.id, action: "Write out", input: {} }));
  expect(read(await mailTo("fast@outside.test"))).toContain("fine");
  expect(smtp.mails.filter((m) => /fast@/i.test(m.to.join()))).toHaveLength(1);
  const failed = async () => valueOf(await house.engine.failedCalls.list(house.owner)).items;
  const [entry] = await until(failed, (list) => list.length === 1);
  expect(entry).toMatchObject({ call: "Letter", kind: "mail", to: "gone@outside.test", attempts: 1, subject: null });
  expect(entry!.why).toContain("550");
  expect(read(await mailTo("slow@outside.test"))).toContain("fine");
  expect(tried.filter((t) => t === "slow@outside.test")).toHaveLength(2);
  expect(resultOf(await house.engine.failedCalls.drop(house.owner, entry!.id))).toBe("done");
}, 40_000);

test("without a mail server the start reports it, and the mail stays in the list", async () => {
  const bare = await openProduct(text, { environment: {} });
  try {
    expect(bare.engine.missingSettings()).toEqual([expect.stringContaining("NONET_SMTP_URL")]);
    const editor = await bare.person("ed@example.test", "Editor");
    const paper = valueOf(await bare.engine.perform(editor, { kind: "create", entity: "Paper", values: { title: "Out", extra: ["fast@outside.test"] } }))!;
    valueOf(await bare.engine.perform(editor, { kind: "action", entity: "Paper", id: paper.id, action: "Write out", input: {} }));
    const [entry] = await until(
      async () => valueOf(await bare.engine.failedCalls.list(bare.owner)).items,
      (list) => list.length === 1,
    );
    expect(entry!.why).toContain("NONET_SMTP_URL");
  } finally {
    await bare.close();
  }
}, 60_000);
