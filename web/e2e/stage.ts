// A server and a browser for the tests of one file.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch } from './browser';
import { TestServer } from './server';

export interface Stage {
  server: TestServer;
  /** There once the tests run. */
  browser: Browser;
}

/** `more` is given to `kaesu serve` besides. */
export function useStage(more: string[] = []): Stage {
  const stage = { server: new TestServer(more) } as Stage;
  beforeAll(async () => {
    [stage.browser] = await Promise.all([launch(), stage.server.start()]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server.stop();
  });
  return stage;
}
