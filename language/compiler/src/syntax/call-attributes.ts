/** Point 7's attributes, and the kind of call that each belongs to. */
import { fold } from "@nonet/feel";

export const callAttributes: Readonly<Record<string, readonly string[]>> = {
  email: ["email to", "subject", "body", "attach", "leaves"],
  http: ["request", "signed with", "headers", "sends", "expects", "answer", "then", "retries", "otherwise", "dropped when", "first", "undo", "leaves"],
  received: ["receives", "signed with", "takes", "counts once per", "finds", "then", "otherwise", "answers"],
  offered: ["offers", "for", "takes", "counts once per", "does", "then", "answers", "errors", "signed in by", "sees"],
  statements: ["for each", "does", "then"],
};

export const callTitles = [
  "Email to",
  "Subject",
  "Body",
  "Attach",
  "Request",
  "Signed with",
  "Headers",
  "Sends",
  "Expects",
  "Then",
  "Retries",
  "Otherwise",
  "Dropped when",
  "First",
  "Undo",
  "Leaves",
  "Every",
  "Receives",
  "Counts once per",
  "Finds",
  "Answers",
  "Does",
  "Offers",
  "For",
  "Takes",
  "Errors",
  "Signed in by",
  "Sees",
  "For each",
];

/** Other words for an attribute. */
const synonyms: Readonly<Record<string, string>> = {
  do: "does",
  to: "email to",
  "mail to": "email to",
  "e mail to": "email to",
  recipient: "email to",
  recipients: "email to",
  "sent to": "email to",
  "subject line": "subject",
  text: "body",
  message: "body",
  attachment: "attach",
  attachments: "attach",
  attaches: "attach",
  attached: "attach",
  webhook: "request",
  url: "request",
  address: "request",
  "http request": "request",
  signature: "signed with",
  "signed by": "signed with",
  auth: "signed with",
  header: "headers",
  send: "sends",
  content: "sends",
  payload: "sends",
  expect: "expects",
  "expected answer": "expects",
  "expected response": "expects",
  retry: "retries",
  "drop when": "dropped when",
  "waits for the answer": "first",
  "undone by": "undo",
  "undo with": "undo",
  leave: "leaves",
  schedule: "every",
  runs: "every",
  receive: "receives",
  "counted once per": "counts once per",
  "once per": "counts once per",
  "on success": "then",
  "if it succeeds": "then",
  "when it succeeds": "then",
  else: "otherwise",
  "on failure": "otherwise",
  "on error": "otherwise",
  "if it fails": "otherwise",
  find: "finds",
  "looks up": "finds",
  "look up": "finds",
  "looks for": "finds",
  "with attachment": "attach",
  "with attachments": "attach",
  answer: "answers",
  responds: "answers",
  "answers with": "answers",
  "responds with": "answers",
  "replies with": "answers",
  replies: "answers",
  returns: "answers",
  reply: "answers",
  response: "answers",
  offer: "offers",
  "for whom": "for",
  take: "takes",
  parameters: "takes",
  error: "errors",
  "authenticated by": "signed in by",
  authentication: "signed in by",
  "sees all": "sees",
};

/** The attribute's key for a label as it is written. `Answer` with fields types the answer of an HTTP call. */
export function callKey(label: string, keys?: { has(key: string): boolean }): string {
  const written = fold(label.replace(/[*_`]/g, ""));
  if (written === "answer" && keys?.has("request")) return "answer";
  if (written === "auth" && keys?.has("offers")) return "signed in by";
  if (written === "body" && keys?.has("request")) return "sends";
  return synonyms[written] ?? written;
}

/** The labels that name an attribute, its own first: `Retries`, `retry`. */
export const callLabels = (label: string): readonly string[] => [label, ...Object.keys(synonyms).filter((one) => synonyms[one] === fold(label))];

/** Whether a label names an attribute of a call. */
export const isCallTitle = (label: string): boolean => titleKeys.has(callKey(label));

/** The kind of call that the keys make; null if they don't determine one. */
export function callKind(keys: { has(key: string): boolean }): string | null {
  if (keys.has("email to")) return "email";
  if (keys.has("request")) return "http";
  if (keys.has("receives")) return "received";
  if (keys.has("offers")) return "offered";
  return keys.has("every") && (keys.has("does") || keys.has("then")) ? "statements" : null;
}

const titleKeys: ReadonlySet<string> = new Set(callTitles.map(fold));

/** Whether a call with these keys can have the attribute; a call of unknown kind can have any. */
export function isCallAttribute(key: string, keys: { has(key: string): boolean }): boolean {
  const kind = callKind(keys);
  return kind === null || key === "every" ? titleKeys.has(key) : callAttributes[kind]!.includes(key);
}
