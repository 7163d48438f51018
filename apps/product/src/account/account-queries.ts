/** The user's account and sessions as cached queries. */
import { useQuery } from "@tanstack/react-query";
import { itemsIn } from "../api/items-in.ts";
import { queryClient } from "../api/queries.ts";
import { request } from "../api/request.ts";

export interface Account {
  /** The chosen language; null: as the browser asks. */
  readonly language: string | null;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly hasPassword: boolean;
  readonly totp: boolean;
  readonly recoveryCodes: number;
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly at: string; readonly usedAt: string | null }[];
  readonly needsSecondFactor: boolean;
  readonly passkeySignIn: boolean;
  readonly sendsMail: boolean;
}

export interface Session {
  readonly id: string;
  readonly at: string;
  readonly usedAt: string;
  readonly source: string;
  readonly device: string;
  readonly current: boolean;
}

export interface Enrolled {
  readonly recoveryCodes: readonly string[] | null;
}

export const useAccount = () => useQuery({ queryKey: ["account"], queryFn: () => request<Account>("/api/me/account") });
export const useSessions = () => useQuery({ queryKey: ["sessions"], queryFn: async () => itemsIn<Session>(await request("/api/me/sessions")) });
export const refreshAccount = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === "account" || queryKey[0] === "sessions" });
