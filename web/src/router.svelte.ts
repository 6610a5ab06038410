// Which page an address shows. The server answers every address outside /api with the page.

import { takeSecrets } from './net/identity';

export type Route =
  | { page: 'title' }
  | { page: 'unknown' }
  | { page: 'setup' }
  | { page: 'room'; room: string }
  | { page: 'records' }
  | { page: 'record'; record: string }
  | { page: 'class'; part: string }
  | { page: 'settings' }
  | { page: 'how'; game: string };

/** A part of an address as it was meant; what no browser writes stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeOf(path: string): Route {
  const [, first = '', second = ''] = path.split('/').map(decoded);
  switch (first) {
    case 'new':
      return { page: 'setup' };
    case 'r':
      return second ? { page: 'room', room: second } : { page: 'title' };
    case 'records':
      return second ? { page: 'record', record: second } : { page: 'records' };
    case 'class':
      return { page: 'class', part: second };
    case 'settings':
      return { page: 'settings' };
    case 'how':
      return { page: 'how', game: second };
    default:
      return { page: first ? 'unknown' : 'title' };
  }
}

let address = $state.raw(new URL(location.href));

export function route(): Route {
  return routeOf(address.pathname);
}

export function query(key: string): string | null {
  return address.searchParams.get(key);
}

export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  const next = takeSecrets(new URL(path, location.href));
  if (how === 'push') history.pushState(null, '', next);
  else history.replaceState(null, '', next);
  address = next;
  scrollTo(0, 0);
}

/** Follows the browser's buttons and links inside the page. */
export function startRouter(): void {
  go(location.href, 'replace');
  addEventListener('popstate', () => (address = new URL(location.href)));
  addEventListener('hashchange', () => go(location.href, 'replace'));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.href);
  });
}
