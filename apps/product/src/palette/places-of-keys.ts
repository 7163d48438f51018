/** What the keys `/` and `N` reach on the present screen; null where it has no such thing. */

export const searchField = (): HTMLInputElement | null => document.querySelector("main input[type=search]");

export const newButton = (): HTMLButtonElement | null => document.querySelector("main button[data-new]");
