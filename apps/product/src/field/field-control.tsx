/** The control that edits one field; `value` has the API's format. */
import { lazy, Suspense } from "react";
import { Checkbox, MultiSelect, NumberInput, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { decimalsOf, instantFrom, localIn } from "../format/format.ts";
import { CodeSelect } from "./code-select.tsx";
import type { ControlProps, Shared } from "./control-props.ts";
import { DurationControl } from "./duration-control.tsx";
import { FieldLabel, FieldLine } from "./field-label.tsx";
import { FilePicker } from "./file-picker.tsx";
import { PartsEditor } from "./parts-editor.tsx";
import { ReferencePicker } from "./reference-picker.tsx";
import { useCurrency } from "./use-currency.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

// Controls that few forms have are loaded when a form has one.
const ColourControl = lazy(() => import("./rare-controls.tsx").then((m) => ({ default: m.ColourControl })));
const LocationControl = lazy(() => import("./location-control.tsx").then((m) => ({ default: m.LocationControl })));
const TextsControl = lazy(() => import("./rare-controls.tsx").then((m) => ({ default: m.TextsControl })));
const RichTextEditor = lazy(() => import("./rich-text-editor.tsx").then((m) => ({ default: m.RichTextEditor })));

export function FieldControl(props: ControlProps) {
  const { field, value, error, onChange } = props;
  const { product } = useProductContext();
  const required = field.required && field.control !== "yes/no";
  const shared = {
    label: <FieldLabel field={field} required={required} />,
    required,
    withAsterisk: false,
    error,
    inputWrapperOrder: ["label", "input", "error", "description"] as const,
    description: <FieldLine at={field} of={field.label} />,
    name: field.key,
    size: props.size ?? "sm",
  };
  const mutable = { ...shared, inputWrapperOrder: [...shared.inputWrapperOrder] };
  const text = typeof value === "string" ? value : "";
  switch (field.control) {
    case "number":
    case "integer":
    case "money":
    case "percent":
      return <DecimalControl {...props} shared={mutable} />;
    case "yes/no":
      return (
        <Checkbox
          label={shared.label}
          error={error}
          description={shared.description}
          checked={value === true}
          onChange={(e) => onChange(e.currentTarget.checked)}
          name={field.key}
        />
      );
    case "date and time":
      return (
        <TextInput
          {...mutable}
          type="datetime-local"
          value={text ? localIn(product.timeZone, text) : ""}
          onChange={(e) => onChange(e.currentTarget.value ? instantFrom(product.timeZone, e.currentTarget.value) : null)}
        />
      );
    case "choice":
      return (
        <Select
          {...mutable}
          data={field.choices.map((choice) => ({ value: choice, label: named(choice) }))}
          value={text || null}
          onChange={onChange}
          clearable={!required}
          searchable={field.choices.length > 8}
          placeholder={t("choose")}
          comboboxProps={{ keepMounted: false }}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...mutable}
          data={field.choices.map((choice) => ({ value: choice, label: named(choice) }))}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={onChange}
        />
      );
    case "texts":
      return (
        <Suspense fallback={null}>
          <TextsControl {...props} shared={mutable} />
        </Suspense>
      );
    case "reference":
    case "references":
      return <ReferencePicker {...props} shared={mutable} />;
    case "file":
    case "files":
    case "image":
    case "images":
      return <FilePicker {...props} label={shared.label} />;
    case "parts":
      return <PartsEditor {...props} Control={FieldControl} />;
    case "rich text":
      return (
        <Suspense fallback={null}>
          <RichTextEditor {...props} shared={mutable} />
        </Suspense>
      );
    case "duration":
      return <DurationControl {...props} shared={mutable} />;
    case "country":
    case "language":
    case "currency":
    case "time zone":
      return <CodeSelect {...props} shared={mutable} />;
    case "secret":
      return (
        <PasswordInput {...mutable} value={text} onChange={(e) => onChange(e.currentTarget.value || null)} autoComplete="new-password" placeholder={t("wont-be-shown-again")} />
      );
    case "colour":
      return (
        <Suspense fallback={null}>
          <ColourControl {...props} shared={mutable} />
        </Suspense>
      );
    case "location":
      return (
        <Suspense fallback={null}>
          <LocationControl {...props} shared={mutable} />
        </Suspense>
      );
    default:
      return <TextControl {...props} shared={mutable} />;
  }
}

/** Values that are typed as text, in the browser's own input. */
function TextControl({ field, value, onChange, shared }: ControlProps & { shared: Shared }) {
  const text = typeof value === "string" ? value : "";
  const onText = (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value === "" ? null : event.currentTarget.value);
  if (field.control === "long text") return <Textarea {...shared} autosize minRows={3} maxRows={12} value={text} onChange={onText} />;
  if (field.control === "address") return <Textarea {...shared} autosize minRows={3} maxRows={6} value={text} onChange={onText} autoComplete="street-address" />;
  return <TextInput {...shared} type={inputType(field.control)} value={text} onChange={onText} {...lengthOf(field)} />;
}

function DecimalControl({ field, value, recordValues, onChange, shared }: ControlProps & { shared: Shared }) {
  const percent = field.control === "percent";
  const shown = value === null || value === undefined || value === "" ? "" : percent ? String(+(Number(value) * 100).toPrecision(15)) : String(value);
  const onValue = (next: string | number) => {
    if (next === "") return onChange(null);
    if (field.control === "integer") return onChange(Number(next));
    onChange(percent ? String(+(Number(next) / 100).toPrecision(15)) : String(next));
  };
  const currency = useCurrency(field, recordValues);
  const suffix = percent ? " %" : currency ? ` ${currency}` : undefined;
  return (
    <NumberInput
      {...shared}
      value={shown}
      onChange={onValue}
      allowDecimal={field.control !== "integer"}
      decimalScale={field.control === "money" ? decimalsOf(currency) : undefined}
      hideControls
      suffix={suffix}
      dir="ltr"
      inputMode="decimal"
    />
  );
}

const inputType = (control: FieldData["control"]): string =>
  control === "date" || control === "time" ? control : control === "email" ? "email" : control === "phone" ? "tel" : control === "web address" ? "url" : "text";
const lengthOf = (field: FieldData) => (field.control === "text" && field.atMost && /^\d+$/.test(field.atMost) ? { maxLength: Number(field.atMost) + 20 } : {});
