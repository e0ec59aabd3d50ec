import { useEffect } from 'react'

/** Keeps the screen on while the caller stands, where the browser can; asked for again when the page is looked at again. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) await given?.release()
      else lock = given
    }
    const onVisible = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [])
}
