/** Initial values and conditional fields of a form screen. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { FieldData } from "@nonet/screens";
import { request } from "../api/request.ts";
import { toSend, type FormValues } from "../field/field-values.ts";

interface FormScreenData {
  readonly prefill: FormValues;
  readonly hidden: readonly string[];
}

const address = (screen: string): string => `/api/screens/${encodeURIComponent(screen)}/data`;

/** Undefined while loading; empty at once if the screen has no initial values. */
export function useInitialFormValues(screen: string, enabled: boolean): FormValues | undefined {
  const data = useQuery({
    queryKey: ["prefill", screen],
    queryFn: () => request<FormScreenData>(address(screen), { method: "POST", body: { values: {} } }),
    enabled,
    gcTime: 0,
    staleTime: 0,
  });
  if (!enabled || data.error) return {};
  return data.isFetching ? undefined : data.data?.prefill;
}

/** The names of the fields that are hidden for these values. The server evaluates the conditions. */
export function useHiddenFields(screen: string, enabled: boolean, fields: readonly FieldData[], values: FormValues, id: string | null): readonly string[] | null {
  const body = JSON.stringify({ values: toSend(fields, values), ...(id ? { id } : {}) });
  const [debouncedBody] = useDebouncedValue(body, 200);
  const data = useQuery({
    queryKey: ["hidden", screen, debouncedBody],
    queryFn: () => request<FormScreenData>(address(screen), { method: "POST", body: JSON.parse(debouncedBody) as unknown }),
    enabled,
    placeholderData: (before: FormScreenData | undefined) => before,
  });
  // Until the first response no field is shown, so that none disappears again.
  return data.data?.hidden ?? (enabled && data.isPending ? null : []);
}
