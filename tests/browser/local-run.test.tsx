// Neither a service nor a device runs beside these tests: `fetch` gives the pass, and finds nobody under the device's name.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { lanPassMs } from '../../domain/lan/lan-pass.ts'
import { hostState } from '../../web/host/host.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { forgetLanPass, renewLanPass } from '../../web/lan/pass.ts'
import { LocalAnalysisScreen } from '../../web/screens/analyses/offline/LocalAnalysisScreen.tsx'
import { signIn, signOut } from '../../web/state/session.ts'
import { mount } from './mount.tsx'

const who = {
  uuid: '00000001-0000-4000-8000-000000000000',
  company_uuid: '00000003-0000-4000-8000-000000000000',
}
const run = '00000002-0000-4000-8000-000000000000'

beforeEach(async () => {
  const pass = `head.${btoa(JSON.stringify({ sub: who.uuid, company: who.company_uuid }))}.end`
  const expires_at = new Date(Date.now() + lanPassMs).toISOString()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const address = input instanceof Request ? input.url : input.toString()
    if (address.includes('.local')) throw new TypeError('Failed to fetch')
    return Response.json({ ok: true, data: { ...who, pass, expires_at, permissions: [] } })
  })
  await signIn('olga', 'secret')
  await Promise.all([renewLanPass(who), completeTexts('sync'), completeTexts('lan')])
  const seen_at = new Date().toISOString()
  hostState.found.value = [{ uuid: run, hostname: 'cube-1', deviceType: 'bcube', seen_at }]
})
afterEach(async () => {
  await signOut()
  hostState.found.value = []
  vi.restoreAllMocks()
  localStorage.clear()
  await forgetLanPass(who.uuid)
})

test('[ERR-052] a run on a device that cannot be read is shown as out of reach, with the reason', async () => {
  mount(<LocalAnalysisScreen params={{ uuid: run, hostname: 'cube-1', running: '1' }} />)
  const told = page.getByRole('alert').first()
  const words = 'Cannot retrieve analysis information from bcube'
  await expect.element(told.getByText(words)).toBeVisible()
  await expect.element(told.getByText("Can't find host for bCUBE")).toBeVisible()
})
