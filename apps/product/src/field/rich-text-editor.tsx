/** Edits rich text. Typed and pasted content is reduced to the tags that the product stores. */
import { ActionIcon, Button, Group, Input, Popover, TextInput, Tooltip } from "@mantine/core";
import { IconBold, IconH2, IconItalic, IconLink, IconList, IconListNumbers, IconQuote } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
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
          <LinkTool area={area} onLink={(address) => run("createLink", address)} />
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

/** Asks for the address of a link. What was selected in the text is selected again before the link is made. */
function LinkTool({ area, onLink }: { area: React.RefObject<HTMLDivElement | null>; onLink(address: string): void }) {
  const [selected, setSelected] = useState<Range | null>(null);
  const [address, setAddress] = useState("");
  const open = () => {
    area.current?.focus();
    const selection = getSelection();
    setAddress("https://");
    setSelected(selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null);
  };
  const close = () => {
    setSelected(null);
    area.current?.focus();
  };
  const link = () => {
    const range = selected;
    close();
    if (!range || !/^\w+:.+\w/.test(address)) return;
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    onLink(address);
  };
  return (
    <Popover opened={selected !== null} onChange={(opened) => opened || close()} trapFocus position="bottom-start">
      <Popover.Target>
        <Tool label={t("link")} onUse={open}>
          <IconLink size={16} />
        </Tool>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap="xs" align="end">
          <TextInput
            type="url"
            label={t("link-address")}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            // The form around it isn't sent.
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              link();
            }}
            data-autofocus
          />
          <Button onClick={link}>{t("add-link")}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ToolProps {
  readonly label: string;
  readonly children: React.ReactNode;
  readonly ref?: React.Ref<HTMLButtonElement>;
  onUse(): void;
}

/** `more`: what a popover adds to its target. */
function Tool({ label, onUse, children, ref, ...more }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon {...more} ref={ref ?? null} variant="subtle" color="gray" aria-label={label} onMouseDown={(e) => e.preventDefault()} onClick={onUse}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
