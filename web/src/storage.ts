// What the browser keeps between visits. A browser that keeps nothing (private windows,
// full disks) must not break the page: then things last as long as the tab.

const memory = new Map<string, string>();
const PREFIX = 'kaesu.';

export function load(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key) ?? memory.get(key);
    return text === undefined || text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function save(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Kept in memory above.
  }
}
