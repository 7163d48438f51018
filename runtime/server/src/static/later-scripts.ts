/** The front end's page whose scripts are loaded after what is seen without them, and are run by the page's first script. */
export const withLaterScripts = (page: string): string =>
  page
    .replaceAll(/<script type="module"((?: crossorigin)?) src="([^"]*)"\s*><\/script>/g, '<link rel="modulepreload" data-runs-later$1 href="$2">')
    .replaceAll(/<link rel="(?=modulepreload|preload)/g, '<link fetchpriority="low" rel="');

/** The same for a page that has all a visitor needs: its scripts are only fetched, once nothing else is, and not compiled. */
export const withWaitingScripts = (page: string): string => withLaterScripts(page).replaceAll('<link fetchpriority="low" rel="modulepreload"', '<link rel="prefetch" as="script"');
