// The real program on a free port with a database of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export function program(): string {
  const named = process.env.KAESU_BIN;
  const built = ['debug', 'release'].map((profile) => resolve(import.meta.dirname, `../../target/${profile}/kaesu`));
  const found = named ?? built.find(existsSync);
  if (!found) throw new Error('build the program first (cargo build), or name it in KAESU_BIN');
  return found;
}

export class TestServer {
  /** What is given to `kaesu serve` besides. */
  constructor(private readonly more: string[] = []) {}

  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'kaesu-e2e-'));
  address = '';
  admin = '';

  async start(): Promise<this> {
    const port = this.address ? new URL(this.address).port : '0';
    const child = spawn(
      program(),
      [
        'serve',
        '--no-open',
        '--data',
        join(this.folder, 'kaesu.sqlite'),
        '--listen',
        `127.0.0.1:${port}`,
        '--grace',
        '1',
        '--rate',
        '0',
        ...this.more,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    this.child = child;
    let said = '';
    for await (const chunk of child.stdout ?? []) {
      said += String(chunk);
      const address = /http:\/\/[\d.:]+\//.exec(said)?.[0];
      const admin = /#admin=(\w+)/.exec(said)?.[1];
      if (!address || !admin) continue;
      this.address = address.replace(/\/$/, '');
      this.admin = admin;
      return this;
    }
    throw new Error(`the server ended: ${said}`);
  }

  /** As hard as it gets: no time to tidy up. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** As Ctrl-C does: everybody is told. */
  async end(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
