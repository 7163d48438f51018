/** The files of a field: those that are stored, and those that are being sent or couldn't be. */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { asProblem } from "../api/request.ts";
import { type StoredFile, upload } from "../api/upload.ts";

export interface Sending {
  readonly key: number;
  readonly file: File;
  /** From 0 to 1. */
  readonly share: number;
  /** Why it wasn't stored. */
  readonly problem: string | null;
  /** The id of the stored file in whose place it comes. */
  readonly replaces: string | null;
}

export interface Uploads {
  readonly sending: readonly Sending[];
  /** `replaces`: the id of the stored file in whose place the first one comes. */
  add(files: readonly File[], replaces?: string): void;
  /** Sends once more what couldn't be stored. */
  retry(one: Sending): void;
  /** Cancels what is being sent; forgets what couldn't be. */
  drop(one: Sending): void;
}

/** `refuse` says why a file can't be in this field, before it is sent. */
export function useUploads(refuse: (file: File) => string | null, onStored: (file: StoredFile, replaces: string | null) => void): Uploads {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const cancels = useRef(new Map<number, () => void>());
  const nextKey = useRef(0);
  const stored = useRef(onStored);
  useLayoutEffect(() => {
    stored.current = onStored;
  });
  useEffect(() => {
    const open = cancels.current;
    return () => open.forEach((cancel) => cancel());
  }, []);

  const change = (key: number, to: Partial<Sending>) => setSending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const remove = (key: number) => setSending((all) => all.filter((one) => one.key !== key));
  const start = (key: number, file: File, replaces: string | null) => {
    const { stored: result, cancel } = upload(file, (share) => change(key, { share }));
    cancels.current.set(key, cancel);
    result
      .then((done) => {
        remove(key);
        stored.current(done, replaces);
      })
      .catch((error: unknown) => {
        if (error instanceof DOMException) remove(key);
        else change(key, { problem: asProblem(error).detail });
      })
      .finally(() => cancels.current.delete(key));
  };
  return {
    sending,
    add(files, replaced) {
      const replaces = replaced ?? null;
      for (const file of files) {
        const key = nextKey.current++;
        const problem = refuse(file);
        setSending((all) => [...all, { key, file, share: 0, problem, replaces }]);
        if (problem === null) start(key, file, replaces);
      }
    },
    retry({ key, file, replaces }) {
      change(key, { share: 0, problem: null });
      start(key, file, replaces);
    },
    drop({ key }) {
      cancels.current.get(key)?.();
      remove(key);
    },
  };
}
