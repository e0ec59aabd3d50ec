// No service runs beside this test: `fetch` is replaced by one that keeps settings.
import { alarmCauses } from '../../domain/entities/alarm.ts'
import { chosenKinds } from '../../domain/rules/message-choices.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { MessagesSection } from '../../web/screens/session/MessagesSection.tsx'
import { mount } from './mount.tsx'

afterEach(() => void vi.restoreAllMocks())

test('messages are switched off or sent by mail as well, with quiet hours that need two times', async () => {
  let settings = [{ name: 'written', value: 'mail', category: 'messages' }]
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST') {
      const body = (await request.json()) as { settings: typeof settings }
      sent.push(body.settings)
      settings = body.settings
    }
    return Response.json({ ok: true, data: { settings } })
  })
  mount(<MessagesSection />)
  const written = page.getByRole('combobox', { name: 'Notifications' })
  await expect.element(written).toHaveValue('mail')
  await expect.element(page.getByRole('combobox', { name: /recipes/ })).toHaveValue('mail')
  // Offer no choice for recalls, which cannot be switched off.
  expect(page.getByRole('combobox').elements()).toHaveLength(chosenKinds.length)
  await written.selectOptions('off')
  await page.getByRole('checkbox', { name: /quiet hours/ }).click()
  const to = page.getByLabelText('To', { exact: true })
  await to.fill('20:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Enter two different times.')).toBeVisible()
  expect(sent).toEqual([])
  await to.fill('06:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      [
        { name: 'written', value: 'off' },
        { name: 'mentioned', value: 'tray' },
        { name: 'recipe', value: 'mail' },
        { name: 'run_ended', value: 'tray' },
        { name: 'swarm_run_ended', value: 'off' },
        { name: 'control_failed', value: 'tray' },
        ...alarmCauses.map((name) => ({ name, value: name === 'version_due' ? 'mail' : 'tray' })),
        { name: 'quiet_from', value: '20:00' },
        { name: 'quiet_to', value: '06:30' },
      ],
    ])
})
