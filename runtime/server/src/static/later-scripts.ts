/** The front end's page whose scripts run once it has been seen, because it has been painted without them. */

const withoutScripts = (page: string): string =>
  page.replaceAll(/<script type="module"((?: crossorigin)?) src="([^"]*)"\s*><\/script>/g, '<link rel="modulepreload" data-runs-later$1 href="$2">');

/** The page's first script asks for the scripts when the page has been drawn: until then the connection is the page's own. */
export const withLaterScripts = (page: string): string => withoutScripts(page).replaceAll(/<link rel="(modulepreload|preload)"/g, '<link data-later="$1"');

/** The same for a page that has all a visitor needs: its scripts are only fetched, once nothing else is, and not compiled. */
export const withWaitingScripts = (page: string): string =>
  withoutScripts(page).replaceAll('<link rel="modulepreload"', '<link rel="prefetch" as="script"').replaceAll('<link rel="preload"', '<link fetchpriority="low" rel="preload"');
