/**
 * Ask for a wake-up not later than `at` (ms). The store has one alarm for all who want one: the alarm
 * does what is due and asks again for what is left.
 */
export async function wakeBy(storage: DurableObjectStorage, at: number): Promise<void> {
  const planned = await storage.getAlarm()
  if (planned === null || planned > at) await storage.setAlarm(at)
}
