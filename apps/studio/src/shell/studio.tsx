/** The studio: the document on the left, the product that it makes on the right. */
import type { StudioFile } from "@nonet/api";
import type { Span } from "@nonet/source";
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Checked, Described } from "../contract/messages.ts";
import { Outline } from "../panels/outline.tsx";
import { openRoute, ProductFrame } from "../product/product-frame.tsx";
import type { DocumentLine } from "../product/document-lines.ts";
import { becomeRole, becomeRoleOnceThere, discardDraft, keepDraft, messageOf, saveFiles } from "../server/studio-requests.ts";
import { Drawer } from "./drawer.tsx";
import { PreviewRoom } from "../preview/preview-room.tsx";
import { usePreview } from "../preview/use-preview.ts";
import type { Room } from "./room.ts";
import { RenameBar } from "./rename-bar.tsx";
import { Toolbar } from "./toolbar.tsx";
import { type OpenDocument, useDocument } from "./use-document.ts";
import { useImpact } from "./use-impact.ts";
import { useSaving } from "./use-saving.ts";
import { useStudioData } from "./use-studio-data.ts";

// Loaded when they are opened.
const DiagramsRoom = lazy(() => import("../diagrams/diagrams-room.tsx").then(({ DiagramsRoom: room }) => ({ default: room })));
const VersionsRoom = lazy(() => import("../versions/versions-room.tsx").then(({ VersionsRoom: room }) => ({ default: room })));

const noOutline: Described["outline"] = [];

export function Studio() {
  const { data, problem, refresh } = useStudioData();
  const frame = useRef<HTMLIFrameElement>(null);
  const [picking, setPicking] = useState(false);
  const preview = usePreview(data?.preview ?? null);
  const previewFrame = useRef<HTMLIFrameElement>(null);
  /** A role that nobody has in the version that runs. */
  const [missing, setMissing] = useState<string | null>(null);
  const [room, setRoom] = useState<Room>("product");
  const [impact, askImpact] = useImpact();
  const saving = useSaving(data, refresh, { save: saveFiles, keepDraft, discardDraft, messageOf });
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenDocument>(null);
  const places = useMemo(() => ({ place, opened }), []);
  const state = useDocument(data && (data.draft?.files ?? data.files), places, {
    edited: () => saving.edited(opened.current),
    save: () => void saving.save(opened.current),
  });
  // After each check, and when another version runs.
  const judge = useEffectEvent((diagnostics: Checked["diagnostics"]) => {
    const files = opened.current?.editor.sources();
    if (files)
      askImpact({
        files,
        hasErrors: diagnostics.some(({ severity }) => severity === "error"),
        isRunning: saving.isOnDisk(files) && data?.refused.length === 0 && data.version === data.running,
      });
  });
  useEffect(() => {
    if (data && state.checked) judge(state.checked.diagnostics);
  }, [data, state.checked]);
  const follow = useEffectEvent(() => void saving.follow(opened.current));
  useEffect(() => {
    if (saving.hasConflict && !saving.isDirty) follow();
  }, [saving.hasConflict, saving.isDirty, data]);
  const select = useCallback((span: Span): void => opened.current?.editor.select(span), []);
  const open = (route: string): void =>
    room === "preview" && preview.data ? openRoute(previewFrame.current, `${preview.data.address}${route.slice(1)}`) : openRoute(frame.current, route);
  const seeAs = async (role: string): Promise<void> => {
    const isThere = await (saving.isDirty ? becomeRole : becomeRoleOnceThere)(role).catch(() => false);
    setMissing(isThere ? null : role);
    if (isThere) openRoute(frame.current, "/");
  };
  const askDiagrams = useCallback(async () => (await opened.current?.language.ask("diagrams", null)) ?? null, []);
  const runPreview = (fresh: boolean): void => preview.run(opened.current?.editor.sources() ?? [], fresh);
  const enter = (next: Room): void => {
    setRoom(next === room ? "product" : next);
    if (next === "preview" && room !== "preview" && !preview.data && !hasErrors(state.checked)) runPreview(false);
  };
  const goToLine = ({ file, line }: DocumentLine): void => {
    const text = opened.current?.editor.sources()[file]?.text ?? "";
    const from = offsetOfLine(text, line);
    select({ file, from, to: from });
    setPicking(false);
  };
  const restore = (files: readonly StudioFile[]): void => {
    opened.current?.editor.replace(files);
    opened.current?.language.changed();
    saving.edited(opened.current);
  };
  if (problem !== null && !data) return <Refused message={problem} />;
  return (
    <div className="studio">
      <Toolbar
        data={data}
        saving={saving}
        file={state.file}
        makes={state.makes}
        missing={missing}
        picking={picking}
        onFile={state.open}
        onSave={() => void saving.save(opened.current)}
        onReload={() => saving.reload(opened.current)}
        onMerge={() => void saving.merge?.(opened.current)}
        onPick={() => setPicking(!picking)}
        room={room}
        onRoom={enter}
        onScreen={open}
        onRole={(role) => void seeAs(role)}
      />
      <RenameBar document={opened} renaming={state.renaming} onDone={() => state.setRenaming(null)} />
      <main>
        <Outline files={state.described?.outline ?? noOutline} onSelect={select} />
        <div className="writing">
          <div className="editor" ref={place} />
          <Drawer
            checked={state.checked}
            open={state.described?.open ?? []}
            impact={impact}
            place={(at, line) => (data && data.files.length > 1 ? `line ${line} of ${data.files[at]?.name ?? ""}` : `line ${line}`)}
            onSelect={select}
            onFix={(edits) => opened.current?.editor.apply(edits)}
            onOpenRoute={open}
          />
        </div>
        <Suspense fallback={null}>
          {room === "versions" && data ? (
            <VersionsRoom state={`${data.version} ${data.running}`} names={data.files.map(({ name }) => name)} isDirty={saving.isDirty} onRestore={restore} onLive={refresh} />
          ) : null}
          {room === "diagrams" ? <DiagramsRoom version={state.checked} ask={askDiagrams} onSelect={select} /> : null}
        </Suspense>
        {room === "preview" ? (
          <PreviewRoom preview={preview} blocked={hasErrors(state.checked) ? "The text has errors, so it can't run yet." : null} onRun={runPreview} onEnd={preview.end}>
            <ProductFrame
              key={preview.data?.at}
              frame={previewFrame}
              title="The preview"
              address={preview.data?.address ?? ""}
              isHidden={false}
              picking={picking}
              onLine={goToLine}
            />
          </PreviewRoom>
        ) : null}
        <ProductFrame frame={frame} title="The running product" address="/" isHidden={room !== "product"} picking={picking} onLine={goToLine} />
      </main>
    </div>
  );
}

const hasErrors = (checked: Checked | null): boolean => checked?.diagnostics.some(({ severity }) => severity === "error") ?? true;

const Refused = ({ message }: { readonly message: string }) => (
  <main className="refused" role="alert">
    <h1>The studio can't be opened</h1>
    <p>{message}</p>
    <p>
      <a href="/sign-in">Sign in</a> as the Owner, then open the studio again.
    </p>
  </main>
);

function offsetOfLine(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) at = text.indexOf("\n", at) + 1 || at;
  return at;
}
