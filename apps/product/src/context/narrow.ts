/** Whether the window is as narrow as a telephone, known from the first time that something is drawn. */
import { useMediaQuery } from "@mantine/hooks";

export const useIsNarrow = (): boolean => useMediaQuery("(max-width: 36em)", undefined, { getInitialValueInEffect: false });
