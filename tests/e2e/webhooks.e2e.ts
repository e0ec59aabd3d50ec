import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './axe.ts'
import { openDialog, openSession } from './pages.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Open a receiver on this machine, which answers with a status that the walk sets. */
async function openReceiver() {
  const received: Received[] = []
  const answer = { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(answer.status, { Location: 'http://127.0.0.1:1/' }).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((done) => server.close(done))
  return { url: `http://127.0.0.1:${port}/hook`, received, answer, close }
}

async function lookAs(page: Page, name: string, look: { theme?: string; width?: number } = {}) {
  await page.setViewportSize({ width: look.width ?? 1366, height: 768 })
  await page.evaluate(
    (theme) => (document.documentElement.dataset['theme'] = theme),
    look.theme ?? 'light',
  )
  expect(await findViolations(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
}

test('issue 20: an administrator adds a webhook, a test of it arrives signed, and one that fails says why', async ({
  page,
}) => {
  const receiver = await openReceiver()
  await openSession(page, 'admin')
  await page.goto('/company')
  const section = page.getByRole('region', { name: 'Webhooks' })
  await section.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = openDialog(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Field is required').first()).toBeVisible()
  await dialog.getByLabel(/^Name/).fill('Own system')
  await dialog.getByLabel(/^Address/).fill('https://169.254.169.254/latest')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  const secret = await dialog.getByLabel(/^Signing secret/).inputValue()
  await lookAs(page, 'dialog')
  await lookAs(page, 'dialog-narrow', { width: 400, theme: 'dark' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a public https address, without a port.')).toBeVisible()
  await dialog.getByLabel(/^Address/).fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Own system')).toBeVisible()

  await section.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('The test reached “Own system”.')).toBeVisible()
  const [first] = receiver.received
  const {
    'webhook-id': id,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = first!.headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update([id, at, first!.body].join('.'))
    .digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(JSON.parse(first!.body)).toMatchObject({ type: 'test' })

  receiver.answer.status = 302
  await section.getByRole('button', { name: 'Send test' }).click()
  await expect(section.getByText(/answered with a redirect \(302\)/)).toBeVisible()
  expect(receiver.received).toHaveLength(2)
  await section.scrollIntoViewIfNeeded()
  await lookAs(page, 'section')
  await section.getByRole('button', { name: 'Deliveries' }).click()
  await expect(dialog.getByText('Sent', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Failed', { exact: true })).toBeVisible()
  await lookAs(page, 'deliveries')
  await lookAs(page, 'deliveries-dark', { theme: 'dark' })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await section.getByRole('button', { name: 'Remove webhook' }).click()
  await dialog.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(section.getByText('No webhook yet.')).toBeVisible()
  await receiver.close()
})
