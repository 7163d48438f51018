/** Switches between light and dark mode; the choice is kept where the whole front end keeps it. */
import { t } from "../texts/texts.ts";
import { button, drawing } from "./elements.ts";

const moon = "M12 3a7 7 0 0 0 9 9a9 9 0 1 1-9-9";
const sun = "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5";

const isDark = (): boolean => {
  const chosen = document.documentElement.dataset["mantineColorScheme"];
  return chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
};

export function schemeButton(): HTMLButtonElement {
  const switcher = button("", "entrance-icon", () => {
    const chosen = isDark() ? "light" : "dark";
    document.documentElement.dataset["mantineColorScheme"] = chosen;
    try {
      localStorage.setItem("mantine-color-scheme-value", chosen);
    } catch {
      // The browser's storage is blocked.
    }
    show();
  });
  const show = (): void => {
    switcher.setAttribute("aria-label", isDark() ? t("switch-to-light-mode") : t("switch-to-dark-mode"));
    switcher.replaceChildren(drawing(isDark() ? sun : moon));
  };
  show();
  return switcher;
}
