/** The search of a list: it asks the server when the person pauses typing. */
import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";

export function SearchBox({ value, onChange, label }: { value: string; onChange(text: string): void; label: string }) {
  const [text, setText] = useState(value);
  const debounced = useDebouncedCallback(onChange, 250);
  const typed = useRef(value);
  // A view or the browser's Back changes the search, too.
  useEffect(() => {
    if (value !== typed.current) setText(value);
    typed.current = value;
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      flex={{ base: "1 1 150px", xs: "none" }}
      w={{ xs: 260 }}
      value={text}
      onChange={(e) => {
        setText(e.currentTarget.value);
        typed.current = e.currentTarget.value;
        debounced(e.currentTarget.value);
      }}
    />
  );
}
