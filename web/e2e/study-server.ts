// A study that comes along, changed a little and served by the real program.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { program } from './server';

export interface RunningStudy {
  /** Where participants enter. */
  link: string;
  /** Where those enter who only try it out. */
  test: string;
  /** The experimenter's page. */
  desk: string;
  stop: () => Promise<void>;
}

export async function startStudy(name: string, change: (text: string) => string): Promise<RunningStudy> {
  const folder = mkdtempSync(join(tmpdir(), 'kaesu-study-'));
  const text = readFileSync(resolve(import.meta.dirname, `../../studies/${name}.toml`), 'utf8');
  const file = join(folder, 'small.toml');
  writeFileSync(file, change(text));
  const wanted = ['study', 'run', file, '--folder', join(folder, 'data')];
  const child = spawn(program(), [...wanted, '--listen', '127.0.0.1:0', '--no-open', '--rate', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes("experimenter's page is") && said.endsWith('\n')) break;
  }
  const found = (words: RegExp) => words.exec(said)?.[1] ?? '';
  return {
    link: found(/Participants open (\S+)/),
    test: found(/To try it out, open (\S+)/),
    desk: found(/experimenter's page is (\S+)/),
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** P2's study on a board where games are short, against players that do not think. */
export const small = (text: string): string =>
  text
    .replaceAll('"othello"', '"reversi-4x4"')
    .replace('"p2-winning"', '"random"')
    .replace('"p2-entertaining"', '"flat-ucb"')
    .replace('reply = 1.2', 'reply = 0.05');
