import { useEffect } from 'react'

/**
 * Keep the screen on while a run is looked at: gloved hands cannot wake it. Browsers take the lock away with the page's
 * sight, so it is asked for again; one that has none, or refuses, changes nothing.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) await given?.release()
      else lock = given
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isWanted])
}
