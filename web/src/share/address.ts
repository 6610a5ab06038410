// Where others reach this server; what is open here may be an address that only this machine knows.

import { api } from '../net/api';

export async function sharedAddress(): Promise<string> {
  const { addresses } = await api.info().catch(() => ({ addresses: [] as string[] }));
  return addresses[0]?.replace(/\/$/, '') ?? location.origin;
}
