/** The bar at the top: the files, what is saved and what runs, and the screens that the cursor's line makes. */
import type { StudioData } from "@nonet/api";
import type { LineMakes } from "../contract/messages.ts";
import type { Room } from "./room.ts";
import type { Saving } from "./use-saving.ts";

interface ToolbarProps {
  readonly data: StudioData | null;
  readonly saving: Saving;
  readonly file: number;
  /** What the line of the cursor makes. */
  readonly makes: LineMakes;
  /** A role that nobody has in the version that runs. */
  readonly missing: string | null;
  readonly picking: boolean;
  readonly onFile: (file: number) => void;
  readonly onSave: () => void;
  readonly onReload: () => void;
  readonly onMerge: () => void;
  readonly onPick: () => void;
  readonly room: Room;
  /** Enters the room, or leaves it for the product if it is open. */
  readonly onRoom: (room: Room) => void;
  readonly onScreen: (route: string) => void;
  /** Shows the product as the rehearsal's person with the role. */
  readonly onRole: (role: string) => void;
}

const rooms: readonly (readonly [Room, string])[] = [
  ["preview", "Preview"],
  ["diagrams", "Diagrams"],
  ["versions", "Versions"],
];

export function Toolbar(props: ToolbarProps) {
  const { data, saving, onSave, onPick, picking, room, onRoom } = props;
  return (
    <header>
      <div className="bar">
        <h1>
          <bdi>{data?.product ?? "Studio"}</bdi>
        </h1>
        <Files {...props} />
        <span className="grow" />
        <Screens {...props} />
        <button type="button" aria-pressed={picking} onClick={onPick} title="Then click a part of the product to go to its line. Alt and a click do the same.">
          Find line
        </button>
        {rooms.map(([name, label]) => (
          <button key={name} type="button" aria-pressed={room === name} onClick={() => onRoom(name)}>
            {label}
          </button>
        ))}
        <span role="status" className="dimmed">
          {saving.isSaving ? "Saving …" : saving.isDirty ? "Not saved; kept as a draft" : "Saved"}
        </span>
        <button type="button" className="primary" disabled={!saving.isDirty || saving.isSaving} onClick={onSave} title="Ctrl+S">
          {data && !data.rehearsal && data.savesLive ? "Save and run" : "Save"}
        </button>
      </div>
      <Notices {...props} />
    </header>
  );
}

function Files({ data, file, onFile }: ToolbarProps) {
  if (!data || data.files.length < 2) return null;
  return (
    <select aria-label="File" value={file} onChange={(event) => onFile(Number(event.target.value))}>
      {data.files.map(({ name }, i) => (
        <option key={name} value={i}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A route with a parameter needs a record: it opens from a list. */
function Screens({ data, makes: { screens, role }, onScreen, onRole }: ToolbarProps) {
  const direct = screens.filter(({ route }) => !route.includes(":")).slice(0, 3);
  return (
    <>
      {direct.map(({ name, route }) => (
        <button key={route} type="button" onClick={() => onScreen(route)}>
          Open {name}
        </button>
      ))}
      {role !== null && direct.length === 0 && data?.rehearsal ? (
        <button type="button" onClick={() => onRole(role)}>
          See as {role}
        </button>
      ) : null}
    </>
  );
}

function Notices({ data, makes, missing, saving, onReload, onMerge, room, onRoom }: ToolbarProps) {
  return (
    <>
      {saving.problem === null ? null : (
        <p className="notice" role="alert">
          {saving.problem}
        </p>
      )}
      {missing !== null && missing === makes.role ? (
        <p className="notice" role="alert">
          Nobody in the product has the role {missing} yet. The product follows once the text is saved and has no errors.
        </p>
      ) : null}
      {saving.hasConflict ? (
        <p className="notice" role="alert">
          The files have changed on disk.{" "}
          {saving.isDirty && saving.merge ? (
            <>
              <button type="button" onClick={onMerge}>
                Merge them into my changes
              </button>{" "}
            </>
          ) : null}
          <button type="button" onClick={onReload}>
            Load them{saving.isDirty ? " and give up my changes" : ""}
          </button>
        </p>
      ) : null}
      {saving.draftOpened !== null && saving.isDirty && !saving.hasConflict ? (
        <p className="notice">
          This is a draft that was kept {new Date(saving.draftOpened).toLocaleString()}. It isn't saved.{" "}
          <button type="button" onClick={onReload}>
            Discard it and load the saved files
          </button>
        </p>
      ) : null}
      {data && !data.savesLive && data.version !== data.running && room !== "versions" ? (
        <p className="notice">
          The saved text is a draft. The product runs the version before.{" "}
          <button type="button" onClick={() => onRoom("versions")}>
            Show what going live takes
          </button>
        </p>
      ) : null}
      {data?.refused.length ? (
        <p className="notice" role="alert">
          The saved version doesn't run. The last good version keeps running. {data.refused.join(" ")}
        </p>
      ) : null}
    </>
  );
}
