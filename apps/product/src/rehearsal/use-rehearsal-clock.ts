/** The time that a rehearsal shows as now. */
import { useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";

export const useRehearsalClock = (on: boolean) =>
  useQuery({ queryKey: ["rehearsal", "clock"], queryFn: () => request<{ now: string }>("/rehearsal/clock").catch(() => ({ now: new Date().toISOString() })), enabled: on });
