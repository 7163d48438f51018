/** Writes or edits a comment; `@` offers the people who can be mentioned. Ctrl or Command with Enter sends it. */
import { Button, Combobox, Group, Text, Textarea, useCombobox } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { holdUnsavedWork } from "../navigation/unsaved-work.ts";
import { asProblem, errorsOf } from "../api/request.ts";
import { mentionablePeople, type NamedPerson } from "./comment-queries.ts";
import { toEdited, toStored, typedMention } from "./mention-text.ts";
import { t } from "../texts/texts.ts";

const maxText = 5_000;

interface Editing {
  readonly path: string;
  readonly id: string;
  /** The text and mentions before an edit. */
  readonly before?: { readonly text: string; readonly mentions: readonly NamedPerson[] };
  readonly save: (text: string) => Promise<void>;
  readonly onCancel?: () => void;
}

export function CommentEditor({ path, id, before, save, onCancel }: Editing) {
  const initial = before ? toEdited(before.text, before.mentions) : "";
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState<readonly NamedPerson[]>(before?.mentions ?? []);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const changed = text.trim() !== initial.trim();
  useEffect(() => (changed ? holdUnsavedWork() : undefined), [changed]);
  const send = async () => {
    if (saving || text.trim() === "") return;
    setSaving(true);
    try {
      await save(toStored(text, chosen));
      setText(initial);
      setError(null);
      area.current?.focus();
    } catch (thrown) {
      setError(errorsOf(asProblem(thrown))[0]!.detail);
    }
    setSaving(false);
  };
  const mention = useMention({ path, id, text, area, onText: setText, onChosen: (person) => setChosen((all) => [...all.filter((one) => one.id !== person.id), person]) });
  const { combobox } = mention;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const offered = mention.people[Math.max(0, combobox.getSelectedOptionIndex())] ?? mention.people[0];
    if (event.key === "Enter" && offered && combobox.dropdownOpened) {
      event.preventDefault();
      mention.choose(offered.id);
    } else if (combobox.dropdownOpened && (event.key === "Escape" || event.key === "Tab")) combobox.closeDropdown();
    else if (event.key === "Escape" && onCancel && !changed) onCancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
  };
  const tooLong = [...text].length > maxText ? t("comment-too-long", { most: maxText.toLocaleString(), over: ([...text].length - maxText).toLocaleString() }) : null;
  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={mention.choose} withinPortal position="bottom-start" width={260}>
        <Combobox.Target withKeyboardNavigation={combobox.dropdownOpened}>
          <Textarea
            ref={area}
            aria-label={before ? t("edit-comment") : t("comment")}
            placeholder={t("write-a-comment-type-to-mention-somebody")}
            autosize
            minRows={before ? 1 : 2}
            maxRows={12}
            dir="auto"
            value={text}
            error={tooLong ?? error}
            onChange={(event) => {
              setText(event.currentTarget.value);
              mention.look(event.currentTarget.value, event.currentTarget.selectionStart);
            }}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={onKeyDown}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t("people-to-mention")}>
            {mention.people.map((person) => (
              <Combobox.Option key={person.id} value={person.id}>
                <bdi>{person.name}</bdi>
              </Combobox.Option>
            ))}
            {mention.people.length === 0 ? <Combobox.Empty>{t("nobody-of-this-name-can-read-this")}</Combobox.Empty> : null}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group mt="xs" gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t("ctrl-enter-to-send")}
        </Text>
        <Group gap="xs" ml="auto">
          {onCancel ? (
            <Button size="sm" variant="default" onClick={onCancel}>
              {t("cancel")}
            </Button>
          ) : null}
          <Button size="sm" variant={before ? "filled" : "light"} onClick={() => void send()} loading={saving} disabled={text.trim() === "" || tooLong !== null}>
            {before ? t("save") : t("comment")}
          </Button>
        </Group>
      </Group>
    </div>
  );
}

interface Mentioning {
  readonly path: string;
  readonly id: string;
  readonly text: string;
  readonly area: React.RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
  readonly onChosen: (person: NamedPerson) => void;
}

function useMention({ path, id, text, area, onText, onChosen }: Mentioning) {
  const combobox = useCombobox();
  const [people, setPeople] = useState<readonly NamedPerson[]>([]);
  const latest = useRef(0);
  // An answer that arrives later needs the store of that moment.
  const store = useRef(combobox);
  store.current = combobox;
  const look = (now: string, cursor: number) => {
    const typed = typedMention(now, cursor);
    const turn = ++latest.current;
    if (!typed) return combobox.closeDropdown();
    void mentionablePeople(path, id, typed.search)
      .catch(() => [])
      .then((found) => {
        // Only for what is typed last; after a space, an @ that fits nobody is text.
        if (turn !== latest.current) return;
        if (found.length === 0 && typed.search.includes(" ")) return store.current.closeDropdown();
        setPeople(found);
        store.current.openDropdown();
      });
  };
  // Options can be selected once they are drawn.
  useEffect(() => {
    const drawn = setTimeout(() => combobox.selectFirstOption(), 0);
    return () => clearTimeout(drawn);
    // oxlint-disable-next-line react/exhaustive-deps -- the store of a combobox is another object in each render
  }, [people, combobox.dropdownOpened]);
  const choose = (value: string) => {
    const person = people.find((one) => one.id === value);
    const cursor = area.current?.selectionStart ?? text.length;
    const typed = typedMention(text, cursor);
    combobox.closeDropdown();
    if (!person || !typed) return;
    const before = `${text.slice(0, typed.from)}@${person.name} `;
    onText(before + text.slice(cursor));
    onChosen(person);
    requestAnimationFrame(() => area.current?.setSelectionRange(before.length, before.length));
  };
  return { combobox, people, look, choose };
}
