// The highest level that AIs may play at here: a class may allow no strong ones.

import { api } from './api';

let known = $state(10);
let asked = false;

async function ask(): Promise<number | null> {
  asked = true;
  const { cap } = await api.info();
  known = cap ?? 10;
  return cap;
}

/** As it was found last, for what only has to be named; 10 until the server has answered. */
export function highest(): number {
  if (!asked) void ask().catch(() => undefined);
  return known;
}

/** Asked for when it is made, since a teacher may change it between two screens. */
export class Cap {
  most = $state(10);
  inClass = $state(false);

  constructor() {
    void ask()
      .then((cap) => {
        this.most = cap ?? 10;
        this.inClass = cap !== null;
      })
      .catch(() => undefined);
  }
}
