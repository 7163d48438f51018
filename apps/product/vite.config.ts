import { join } from "node:path";
import { defineConfig } from "vite";
import { mantineStyles } from "./mantine-styles.ts";
import { namedFiles } from "./named-files.ts";
import { texts } from "./texts-plugin.ts";

const address = "http://127.0.0.1:4000";
/** A rehearsal answers only for its own Host and Origin, which aren't the development server's. */
const product = { target: address, changeOrigin: true, headers: { origin: address } };

/** Builds the front end as static files that the server delivers, with everything bundled. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(join(import.meta.dirname, "src/texts")), mantineStyles(), namedFiles({ office: "list", site: "site" })],
  // Targets that support light-dark(): a polyfill would follow the system instead of the switch in the header.
  build: {
    modulePreload: { polyfill: false },
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    rolldownOptions: {
      input: { index: join(import.meta.dirname, "index.html"), entrance: join(import.meta.dirname, "entrance.html") },
      // Each group has what its files import and no earlier group has: a chunk that all pages need, one for lists, one for records, one for forms.
      output: {
        codeSplitting: {
          groups: [
            // What the page on which visitors sign in shares with the whole front end.
            {
              name: "ground",
              test: /product\/src\/(texts\/(texts|language)|api\/(request|items-in)|addresses\/base|format\/language-tag|shell\/icon-of|rehearsal\/person|account\/passkey)\.ts|api\/src\/client\/events\.ts/,
              priority: 4,
            },
            // What all pages need of the libraries. The page runs each of these in a task of its own, so that it reacts between them.
            { name: "react", test: /node_modules\/(react-dom|scheduler)\/|shell\/create-root\.ts/, priority: 3.9 },
            { name: "controls", test: /@mantine\/core\/esm\/components\/(AppShell\/AppShell|Menu\/Menu|Tooltip\/Tooltip|Drawer\/Drawer)\.mjs/, priority: 3.7 },
            { name: "base", test: /product\/src\/(main|shell\/shell)\.tsx/, priority: 3 },
            { name: "site", test: /product\/src\/(shell\/site-shell\.tsx|site\/(site|page)\.css|paint\/site\.css)/, priority: 2.9 },
            { name: "form", test: /product\/src\/form\/record-form\.tsx/, priority: 1 },
            // Small ones that the sign-in page or the rehearsal bar shares with forms and lists, which it doesn't need.
            { name: "native-select", test: /NativeSelect[./]|IconChevronDown\.|mantine\/Combobox\.css/, priority: 2.8 },
            { name: "password", test: /PasswordInput[./]/, priority: 2.7 },
            { name: "list", test: /product\/src\/list\/list-screen\.tsx/, priority: 2.5 },
            { name: "record", test: /product\/src\/record\/record-screen\.tsx/, priority: 2 },
          ],
        },
      },
      onwarn: (warning, warn) => (warning.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : warn(warning)),
    },
    outDir: "dist",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { "/api": product, "/rehearsal": product } },
});
