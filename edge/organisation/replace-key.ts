import type { Store } from '../context.ts'
import { unwrap } from '../outcome.ts'

/**
 * Give a device a new key in the directory. Until that is done the store of its company refuses all receipts of the device (decision 99);
 * if the service stops in between, for an hour. A full store cannot write this down, but it accepts no receipts either: replace the key
 * then too, because the old one may be stolen.
 * @param replace changes the directory, and ends the connections that were opened with the old key.
 * @throws Fault `store_full` when the key has been replaced
 */
export async function replaceKey(
  own: Store,
  device: string,
  replace: () => Promise<void>,
): Promise<void> {
  const refused = await own.voidReceipts(device, 'changing')
  if (!refused.ok && refused.errors[0]?.code !== 'store_full') await unwrap(refused)
  await replace()
  await unwrap(own.voidReceipts(device, 'changed'))
}
