// Names of games with their options, as the server writes them: `yonin:start=own,pairs=yes`.

export interface GameName {
  name: string;
  options: Record<string, string>;
}

export function parseGame(text: string): GameName {
  const [name = '', list = ''] = text.split(':', 2);
  const pairs = list
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('=', 2));
  return { name, options: Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value])) };
}

export function writeGame({ name, options }: GameName): string {
  const list = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return list.length === 0 ? name : `${name}:${list.join(',')}`;
}
