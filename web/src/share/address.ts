// Where others reach this server; what is open here may be an address that only this machine knows.

import { api } from '../net/api';

export interface Shared {
  address: string;
  /** Nobody else reaches it. */
  onlyHere: boolean;
}

export async function sharedAddress(): Promise<Shared> {
  const found = await api.info().catch(() => null);
  return { address: found?.addresses[0]?.replace(/\/$/, '') ?? location.origin, onlyHere: found?.loopback ?? false };
}
