import { describe, expect, it } from 'vitest'
import { inLanes } from '../../web/record/lanes.ts'

/** Make work that waits until it is let go, with the items that are under way. */
function makeGate() {
  const begun: number[] = []
  const open: (() => void)[] = []
  const work = (item: number) =>
    new Promise<void>((resolve) => {
      begun.push(item)
      open.push(resolve)
    })
  /** Let the oldest that waits go, and give what follows its turn. */
  const letGo = async () => {
    open.shift()?.()
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { begun, work, letGo }
}
const items = Array.from({ length: 20 }, (_, at) => at)

describe('a batch in lanes', () => {
  it('has eight rows under way at once, begun in their order, and each once', async () => {
    const { begun, work, letGo } = makeGate()
    const whole = inLanes(items, work)
    expect(begun).toEqual(items.slice(0, 8))
    await letGo()
    expect(begun).toEqual(items.slice(0, 9))
    for (let at = 0; at < items.length; at++) await letGo()
    await whole
    expect(begun).toEqual(items)
  })

  it('begins no more when one breaks, and ends after those that are under way', async () => {
    const begun: number[] = []
    const ended: number[] = []
    const whole = inLanes(items, async (item) => {
      begun.push(item)
      if (item === 3) throw new Error('broken')
      await Promise.resolve()
      await Promise.resolve()
      ended.push(item)
    })
    await expect(whole).rejects.toThrow('broken')
    expect(begun).toEqual(items.slice(0, 8))
    expect(ended).toEqual(items.slice(0, 8).filter((item) => item !== 3))
  })

  it('begins no more once the person has gone', async () => {
    const begun: number[] = []
    await inLanes(
      items,
      async (item) => void begun.push(item),
      () => begun.length < 5,
    )
    expect(begun).toEqual(items.slice(0, 5))
  })
})
