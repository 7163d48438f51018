/** Point 7: every attribute of a call in the model, and one diagnostic for each mistake. */
import { expect, test } from "vitest";
import { sentences } from "../../src/explain/explain.ts";
import { compiled } from "../desk.ts";

const text = (calls: string, errors = "| E | 400 | No. |"): string => `# Specification: T

## 3. Entities and their fields

### Order

- reference: text, unique
- amount: number
- paper: file
- buyer: User

## 4. States and transitions

### Order

- Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Go | open | Clerk | call C |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |

## 7. The calls it makes

### C

${calls}

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
${errors}
`;

const codes = (calls: string): string[] =>
  compiled(text(calls))
    .diagnostics.filter((d) => d.severity === "error")
    .map((d) => d.code);
const does = (calls: string) => {
  expect(codes(calls)).toEqual([]);
  return compiled(text(calls)).product.calls[0]!.does;
};
const http = (more: string): string => `- Request: POST https://a.test/x\n${more}`;

test.each([
  ["- Signed with: bearer `secret a key`", { signature: { kind: "bearer", secret: "a key" } }],
  [
    "- Signed with: HMAC-SHA512 of the body by `secret k` in header X-S as base64",
    { signature: { kind: "hmac", algorithm: "sha512", secret: "k", header: "X-S", encoding: "base64" } },
  ],
  ["- Signed with: header X-Key: `secret k`", { signature: { kind: "header", secret: "k", header: "X-Key" } }],
  ["- Signed with: `secret k` in header X-Key", { signature: { kind: "header", secret: "k", header: "X-Key" } }],
  [
    "- Headers: X-Key: `secret k`; X-A: b",
    {
      headers: [
        { name: "X-Key", value: [], secret: "k" },
        { name: "X-A", value: ["b"], secret: null },
      ],
    },
  ],
  ["- Expects: status 201, within 2 minutes", { expects: { statuses: [{ low: 201, high: 201 }], withinSeconds: 120 } }],
  ["- Expects: 200 to 204", { expects: { statuses: [{ low: 200, high: 204 }], withinSeconds: 10 } }],
  ["- Retries: 3 times, waiting 1 minute", { retries: { waits: [60, 60, 60], notOn: [] } }],
  ["- Retries: none", { retries: { waits: [] } }],
  ["- First: no", { first: false, retries: { waits: [10, 20, 40, 80, 160, 320] } }],
  ["- First: yes\n- Otherwise: E", { first: true, retries: { waits: [] }, otherwise: { code: "E", then: [] } }],
])("a call with %s", (more, expected) => {
  expect(does(http(more))).toMatchObject(expected);
});

test.each([
  ["- First: perhaps", "unreadable-value"],
  ["- First: yes\n- Retries: 6 times, waiting 1 minute", "unreadable-value"],
  ["- First: yes\n- Otherwise: E; set amount = 1", "unreadable-value"],
  ["- Expects: happiness", "unreadable-value"],
  ["- Expects: 300 to 200", "unreadable-value"],
  ["- Expects: within 2 hours", "unreadable-value"],
  ["- Headers: nonsense", "unreadable-value"],
  ["- Otherwise: LATER", "unlisted-code"],
  ["- Takes: a: text", "unknown-attribute"],
])("a call with %s is refused: %s", (more, code) => {
  expect(codes(http(more))).toEqual([code]);
});

const mail = (more: string): string => `- Email to: \`buyer\`\n- Subject: s\n- Body: b\n${more}`;
test("a mail goes to Users and brings files only", () => {
  expect(does(mail("- Attach: paper"))).toMatchObject({ kind: "email", attach: [{ kind: "path", field: "paper" }] });
  expect(codes(mail("- Attach: amount"))).toEqual(["not-a-file"]);
  expect(codes(mail('- Attach: report "Revenue"'))).toEqual(["unknown-screen"]);
});

test("a received call that creates the record it doesn't find", () => {
  expect(
    does(
      "- Receives: PUT /hooks/:shop\n- Finds: Order where `reference = body.ref`, or creates one with reference = `body.ref`, amount = `body.amount`\n- Answers: status 202, `{ ok: true }`",
    ),
  ).toMatchObject({
    kind: "received",
    method: "PUT",
    path: "/hooks/:shop",
    finds: { entity: "Order", orCreates: { entity: "Order", values: [{ field: "reference" }, { field: "amount" }], asked: [] } },
    answers: { status: 202, body: { kind: "context" } },
  });
  expect(codes("- Receives: POST /hooks/a\n- Finds: Order where `reference = body.ref`, or creates one with refrence = `body.ref`")).toEqual(["unknown-field"]);
  expect(codes("- Receives: POST /api/sign-in")).toEqual(["path-taken"]);
  expect(codes("- Receives: POST /hooks/a\n\n### D\n\n- Offers: POST /hooks/a\n- For: everyone")).toEqual(["path-taken"]);
});

test.each([
  ["bearer token", { kind: "bearer" }],
  ["header X-Key", { kind: "header", header: "X-Key", prefix: "" }],
  ["header Authorization: Token …", { kind: "header", header: "Authorization", prefix: "Token " }],
  ["header Authorization: Bearer …", { kind: "bearer" }],
])("an offered call signed in by %s", (by, signedInBy) => {
  expect(does(`- Offers: GET /v1/a\n- For: anyone\n- Signed in by: ${by}`)).toMatchObject({
    kind: "offered",
    for: ["anyone"],
    signedInBy: [signedInBy],
    answers: { status: 204, body: null },
  });
});

test("the input of an offered call, in a line or in nested bullets", () => {
  const call = does(
    "- Offers: POST /v1/orders\n- For: Clerk\n- Takes: ref: text, required; price: number, at least 0\n  - lines: list\n    - sku: text, required\n  - place:\n    - street: text\n- Does: for each l in asked.lines: create Order with reference = `l.sku`, amount = `asked.price`\n- Answers: 201 `{ at: asked.place.street }`\n- Errors: `{ message: message, n: count(errors) }`",
  );
  if (call.kind !== "offered") throw new Error("offered");
  expect(call.takes.map((t) => [t.field.key, t.field.required, t.list, t.fields?.map((f) => f.field.key) ?? null])).toEqual([
    ["ref", true, false, null],
    ["price", false, false, null],
    ["lines", false, true, ["sku"]],
    ["place", false, false, ["street"]],
  ]);
  expect(call.answers.status).toBe(201);
});

test.each([
  ["- Offers: POST orders\n- For: Clerk", "unreadable-value"],
  ["- Offers: POST /v1/a", "incomplete-call"],
  ["- Offers: POST /v1/a\n- For: Clark", "unknown-role"],
  ["- Offers: POST /v1/a\n- For: Clerk\n- Takes: a: txt", "unknown-type"],
  ["- Offers: POST /v1/a\n- For: Clerk\n- Takes: a: text; a: number", "doubled-name"],
  ["- Offers: POST /v1/a\n- For: Clerk\n- Answers: `asked.b`", "unknown-field"],
  ["- Offers: POST /v1/a\n- For: Clerk\n- Signed in by: a smile", "unreadable-value"],
])("an offered call %s is refused: %s", (call, code) => {
  expect(codes(call)).toEqual([code]);
});

test("point 1: single sign-on, passkeys and logos are accepted, and other languages pointed out by name", () => {
  const about = (line: string) => compiled(text(http("")).replace("## 3.", `## 1. What the product does and for whom\n\n- ${line}\n\n## 3.`));
  const found = (severity: string) => (line: string) =>
    about(line)
      .diagnostics.filter((d) => d.severity === severity && !["role-without-audience", "unused-code"].includes(d.code))
      .map((d) => `${d.code}: ${d.message}`);
  const [errors, warnings] = [found("error"), found("warning")];
  expect([errors("Sign-in: single sign-on; by invitation"), about("Sign-in: single sign-on; by invitation").product.about.signIn.methods]).toEqual([[], ["single sign-on"]]);
  expect([errors("Sign-in: passkey"), warnings("Sign-in: passkey"), about("Sign-in: passkey").product.about.signIn.methods]).toEqual([[], [], ["passkey"]]);
  expect(errors("Language: English")).toEqual([]);
  expect(errors("Language: German")).toEqual([]);
  expect([warnings("Language: German"), about("Language: German").product.about.language]).toEqual([[], "de"]);
  expect(warnings("Language: Polish")).toEqual([expect.stringMatching(/^not-supported-yet: .*Polish/)]);
  expect([about("Logo: pictures/logo.svg").product.about.logo, about("Logo: https://a.test/l.png").product.about.logo, about("Logo: none").product.about.logo]).toEqual([
    "pictures/logo.svg",
    "https://a.test/l.png",
    null,
  ]);
  for (const bad of ["../secret.png", "/etc/passwd", "http://a.test/l.png", "logo.exe"]) expect(errors(`Logo: ${bad}`)).toEqual([expect.stringMatching(/^bad-logo/)]);
});

test("statements below an attribute of a call are explained in their own words", () => {
  const below = "- Then:\n  - set reference = `answer.id`\n  - set amount = `7`";
  const inline = "- Then: set reference = `answer.id`; set amount = `7`";
  const told = (then: string) => sentences(compiled(text(http(then))).product).map((one) => one.sentence);
  expect(told(below)).toEqual(told(inline));
});

test("an amount, a duration and a percentage in a mail are followed by their unit once", () => {
  const { product } = compiled(
    text("").replace(
      /## 7\.[\s\S]*$/,
      "## 7. The calls it makes\n\n### N\n\n- Email to: a@example.org\n- Subject: {count(Order) * 5 EUR} EUR of €{count(Order) * 5 EUR}\n- Body: {5 EUR} EURO, {5 USD} EUR, {8 hours} hours and {8 hours}-hour shifts, {5 %} percent of {8 hours} hourly\n- Every: day at 07:00\n",
    ),
  );
  const mail = product.calls[0]!.does as Extract<(typeof product.calls)[number]["does"], { kind: "email" }>;
  const literals = (template: typeof mail.subject) => template.map((piece) => (typeof piece === "string" ? piece : "{}")).join("");
  expect([literals(mail.subject), literals(mail.body)]).toEqual(["{} of {}", "{} EURO, {} EUR, {} and {} shifts, {} of {} hourly"]);
});
