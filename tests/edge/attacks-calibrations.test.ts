import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { channels, cubePicture, keepPicture, makeCube, roiBody } from './calibration-bodies.ts'
import { foundLab, type Lab, must, password, type Sender, signIn } from './lab.ts'

const dayMs = 86_400_000
const began = Date.now()

let lab: Lab
let admin: Sender
beforeAll(async () => {
  lab = await foundLab('oldpictures')
  await goTo(0)
}, 60_000)
afterAll(() => void vi.useRealTimers())

/** Go on to a day after the beginning, and sign in again: sessions do not last so long. */
async function goTo(days: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: began + days * dayMs })
  admin = await signIn('Administrator-oldpictures', password)
}

describe('a calibration from pictures', () => {
  it('twelfth attack A12-6: is as old as its oldest picture, also when the same bytes are kept again', async () => {
    const { uuid: device } = await makeCube(lab.company, 'Pictured')
    const params = { id: device }
    const prepare = async (body: Awaited<ReturnType<typeof roiBody>>) =>
      (await must(admin(calibrationCalls.prepareRoi, { params, body }))).data
    const body = await roiBody(admin, device)
    const first = await prepare(body)
    await goTo(180)
    const same = await prepare(body)
    expect(same.measured_at.slice(0, 10)).toBe(first.measured_at.slice(0, 10))
    expect(same.valid_until).toBe(first.valid_until)
    // Bring the same file again, which is no new picture.
    expect((await prepare(await roiBody(admin, device))).valid_until).toBe(first.valid_until)
    const others = await Promise.all(
      channels.map(async (channel) => ({
        channel,
        file_uuid: await keepPicture(admin, device, cubePicture(channel, { dim: { 1: 0.9 } })),
      })),
    )
    const fresh = await prepare({ ...body, pictures: others })
    expect(Date.parse(fresh.valid_until) - Date.parse(first.valid_until)).toBeGreaterThan(
      179 * dayMs,
    )
  })
})
