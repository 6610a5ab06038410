// The highest level that AIs may play at here: a class may allow no strong ones.

import { api } from './api';

/** Asked for when it is made, since a teacher may change it between two screens. */
export class Cap {
  most = $state(10);
  inClass = $state(false);

  constructor() {
    void api
      .info()
      .then(({ cap }) => {
        this.most = cap ?? 10;
        this.inClass = cap !== null;
      })
      .catch(() => undefined);
  }
}
