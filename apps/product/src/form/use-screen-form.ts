/** Initial values and conditional fields of a form screen. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { FieldData } from "@nonet/screens";
import { asProblem, type Problem, request } from "../api/request.ts";
import { toSend, type FormValues } from "../field/field-values.ts";

interface FormScreenData {
  readonly prefill: FormValues;
  readonly hidden: readonly string[];
}

const address = (screen: string): string => `/api/screens/${encodeURIComponent(screen)}/data`;

export type InitialValues = { readonly values: FormValues } | { readonly problem: Problem };

/**
 * Undefined while loading; empty at once if the screen has no initial values. The route's parameters name records that
 * fill in fields: without them the form can't be filled in, so their problem is shown.
 */
export function useInitialFormValues(screen: string, enabled: boolean, parameters: Readonly<Record<string, string>> = {}): InitialValues | undefined {
  const data = useQuery({
    queryKey: ["prefill", screen, parameters],
    queryFn: () => request<FormScreenData>(address(screen), { method: "POST", body: { values: {}, parameters } }),
    enabled,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  if (data.error && Object.keys(parameters).length > 0) return { problem: asProblem(data.error) };
  if (!enabled || data.error) return { values: {} };
  return data.isFetching || !data.data ? undefined : { values: data.data.prefill };
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
