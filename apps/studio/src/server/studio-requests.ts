/** The studio's requests to the product's server. */
import { type ImpactLine, type PreviewData, Refused, type StudioData, type StudioFile, transportOf, type VersionDifference, type VersionsData } from "@nonet/api";

const address = "/api/-/studio";

/** Going live can take as long as the database needs. Nothing is sent twice by itself. */
export const transport = transportOf("", { retries: 0, timeout: 15 * 60_000 });
const answerOf = transport.json;

export const readStudio = (): Promise<StudioData> => answerOf(address, {});

export const saveFiles = (files: readonly StudioFile[], base: string): Promise<{ readonly version: string }> =>
  answerOf(`${address}/save`, { method: "POST", body: { files, base } });

export const keepDraft = (files: readonly StudioFile[], base: string): Promise<void> => answerOf(`${address}/draft`, { method: "POST", body: { files, base } });

export const discardDraft = (): Promise<void> => answerOf(`${address}/draft/discard`, { method: "POST", body: {} });

const versions = `${address}/versions`;

export const readVersions = (): Promise<VersionsData> => answerOf(versions, {});

export const readVersionFiles = (number: number): Promise<{ readonly files: readonly StudioFile[] }> => answerOf(`${versions}/${number}`, {});

/** The version whose records are stored; null if it can't be read now. */
export async function readRunningFiles(): Promise<readonly StudioFile[] | null> {
  try {
    const running = (await readVersions()).versions.find(({ isRunning }) => isRunning);
    return running ? (await readVersionFiles(running.number)).files : null;
  } catch {
    return null;
  }
}

/** `to`: null for the saved files. */
export const readDifference = (from: number, to: number | null): Promise<VersionDifference> => answerOf(`${versions}/difference?from=${from}${to === null ? "" : `&to=${to}`}`, {});

export const approve = (plan: string): Promise<void> => answerOf(`${versions}/approve`, { method: "POST", body: { plan } });

export const withdrawApproval = (): Promise<void> => answerOf(`${versions}/withdraw`, { method: "POST", body: {} });

export const goLive = (plan: string, accepted: readonly string[], why: string): Promise<void> => answerOf(`${versions}/live`, { method: "POST", body: { plan, accepted, why } });

/** The preview's pages begin as its Owner: it has accounts of its own, and the person who opened it is the product's. */
export async function openPreview(files: readonly StudioFile[], fresh: boolean): Promise<PreviewData> {
  const data = await answerOf<PreviewData>(`${address}/preview`, { method: "POST", body: { files, fresh } });
  // Without it, the preview shows its sign-in page.
  await enterPreview().catch(() => undefined);
  return data;
}

async function enterPreview(): Promise<void> {
  const me = await answerOf<{ readonly signedIn: boolean }>("/-/preview/api/me", {});
  if (!me.signedIn) await becomeRole("Owner", "/-/preview");
}

export const endPreview = (): Promise<void> => answerOf(`${address}/preview/end`, { method: "POST", body: {} });

/** Calls `line` for each line as it arrives. */
export async function readImpact(files: readonly StudioFile[], line: (line: ImpactLine) => void, signal: AbortSignal): Promise<void> {
  const response = await transport.send(`${address}/impact`, { method: "POST", body: { files }, accept: "application/x-ndjson", signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const text of lines) if (text !== "") line(JSON.parse(text) as ImpactLine);
  }
}

/** Signs the rehearsal's person with the role in, for the studio and for the product beside it. False if nobody has it. */
export async function becomeRole(role: string, base = ""): Promise<boolean> {
  const people = await answerOf<readonly { readonly email: string; readonly role: string }[]>(`${base}/rehearsal/people`, {});
  const person = people.find((one) => one.role === role);
  if (person) await answerOf(`${base}/rehearsal/become`, { method: "POST", body: { email: person.email } });
  return person !== undefined;
}

const followMilliseconds = 10_000;
const askAgainMilliseconds = 250;

/** The same for a text that is saved: the product follows it in a moment, and its people with it. */
export async function becomeRoleOnceThere(role: string): Promise<boolean> {
  for (const end = Date.now() + followMilliseconds; ;) {
    if (await becomeRole(role)) return true;
    if (Date.now() > end) return false;
    await new Promise((later) => setTimeout(later, askAgainMilliseconds));
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Refused && error.problem.status !== 0 ? error.problem.detail : "The server can't be reached. Your changes are kept in this page. Try again.";
