import type { Clock } from '../../devices/clock.ts'

/** Clock that moves only on demand; timers run in the order of their times. */
export interface FakeClock extends Clock {
  /** Move on, running what falls due on the way. */
  advance(ms: number): void
  /** Run timers, however far off, until none is left or `done` says so. */
  runUntil(done: () => boolean): void
}

export function fakeClock(start = Date.UTC(2026, 10, 20)): FakeClock {
  let now = start
  let timers: { at: number; act: () => void }[] = []
  const next = () => timers.toSorted((a, b) => a.at - b.at)[0]
  const fire = (timer: { at: number; act: () => void }) => {
    timers = timers.filter((each) => each !== timer)
    now = Math.max(now, timer.at)
    timer.act()
  }
  return {
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
    advance(ms) {
      const end = now + ms
      for (let timer = next(); timer && timer.at <= end; timer = next()) fire(timer)
      now = end
    },
    runUntil(done) {
      for (let timer = next(); timer && !done(); timer = next()) fire(timer)
    },
  }
}
