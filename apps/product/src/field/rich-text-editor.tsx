/** Edits rich text. Typed and pasted content is reduced to the tags that the product stores. */
import { ActionIcon, Group, Input, Tooltip } from "@mantine/core";
import { IconBold, IconH2, IconItalic, IconLink, IconList, IconListNumbers, IconQuote } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { cleanHtml } from "../format/clean-html.ts";
import type { ControlProps, Shared } from "./control-props.ts";
import { t } from "../texts/texts.ts";

const tools = [
  { label: t("bold"), icon: IconBold, command: "bold" },
  { label: t("italic"), icon: IconItalic, command: "italic" },
  { label: t("heading"), icon: IconH2, command: "formatBlock", value: "h2" },
  { label: t("list"), icon: IconList, command: "insertUnorderedList" },
  { label: t("numbered-list"), icon: IconListNumbers, command: "insertOrderedList" },
  { label: t("quote"), icon: IconQuote, command: "formatBlock", value: "blockquote" },
] as const;

export function RichTextEditor({ field, value, onChange, shared }: ControlProps & { shared: Shared }) {
  const area = useRef<HTMLDivElement>(null);
  const text = typeof value === "string" ? value : "";
  // The browser owns the area while the user types; other values are written into it.
  useEffect(() => {
    const element = area.current;
    if (element && document.activeElement !== element && cleanHtml(element.innerHTML) !== text) element.innerHTML = cleanHtml(text);
  }, [text]);
  const emitChange = () => onChange(cleanHtml(area.current?.innerHTML ?? "") || null);
  const run = (command: string, argument?: string) => {
    area.current?.focus();
    document.execCommand(command, false, argument);
    emitChange();
  };
  const link = () => {
    const address = window.prompt(t("link-address"), "https://");
    if (address) run("createLink", address);
  };
  const paste = (event: React.ClipboardEvent) => {
    event.preventDefault();
    const html = event.clipboardData.getData("text/html");
    if (html) document.execCommand("insertHTML", false, cleanHtml(html));
    else document.execCommand("insertText", false, event.clipboardData.getData("text/plain"));
    emitChange();
  };
  return (
    <Input.Wrapper label={shared.label} labelElement="div" error={shared.error} required={shared.required} withAsterisk={false}>
      <div className="rich-editor">
        <Group gap={2} className="rich-tools" role="toolbar" aria-label={t("format-field", { field: field.label })}>
          {tools.map((t) => (
            <Tool key={t.label} label={t.label} onUse={() => run(t.command, "value" in t ? t.value : undefined)}>
              <t.icon size={16} />
            </Tool>
          ))}
          <Tool label={t("link")} onUse={link}>
            <IconLink size={16} />
          </Tool>
        </Group>
        <div
          ref={area}
          className="rich-area rich"
          contentEditable
          role="textbox"
          aria-multiline
          aria-label={field.label}
          aria-invalid={shared.error ? true : undefined}
          dir="auto"
          suppressContentEditableWarning
          onInput={emitChange}
          onPaste={paste}
        />
      </div>
    </Input.Wrapper>
  );
}

function Tool({ label, onUse, children }: { label: string; onUse(): void; children: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onMouseDown={(e) => e.preventDefault()} onClick={onUse}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
