/** Sends files to the server with their progress, which `fetch` doesn't tell. */
import { jsonOf, problemIn, Refused } from "@nonet/api";
import { useSyncExternalStore } from "react";
import { setServerUnreachable } from "./connection.ts";
import { withBase } from "../addresses/base.ts";
import { positionToSend } from "./position.ts";
import { noConnection, reportEndOf } from "./request.ts";

export interface StoredFile {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
  readonly size?: number;
}

export interface Upload {
  /** Rejects with `Refused`; with an `AbortError` once it was cancelled. */
  readonly stored: Promise<StoredFile>;
  cancel(): void;
}

/** `onProgress` gets the share that was sent, from 0 to 1. */
export function upload(file: File, onProgress: (share: number) => void): Upload {
  const sending = new XMLHttpRequest();
  const position = positionToSend();
  const stored = new Promise<StoredFile>((done, fail) => {
    sending.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    sending.addEventListener("load", () => {
      setServerUnreachable(false);
      position.received(sending.getResponseHeader("Nonet-Position"));
      if (sending.status === 201) done(JSON.parse(sending.responseText) as StoredFile);
      else {
        reportEndOf("/api/files", sending.status);
        fail(new Refused(problemIn(sending.status, jsonOf(sending.responseText))));
      }
    });
    sending.addEventListener("error", () => {
      setServerUnreachable(true);
      fail(noConnection());
    });
    sending.addEventListener("abort", () => fail(new DOMException("Cancelled", "AbortError")));
  }).finally(() => count(-1));
  count(1);
  sending.open("POST", withBase("/api/files"));
  sending.setRequestHeader("Accept", "application/json");
  sending.setRequestHeader("Nonet-Position", position.header);
  const body = new FormData();
  body.append("file", file);
  sending.send(body);
  return { stored, cancel: () => sending.abort() };
}

let underWay = 0;
const listeners = new Set<() => void>();
function count(by: number): void {
  underWay += by;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True while a file is sent: a form that was saved meanwhile would be without it. */
export const useUploading = (): boolean => useSyncExternalStore(subscribe, () => underWay > 0);
