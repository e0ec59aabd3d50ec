import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { canonicalJson } from '../../domain/canonical.ts'
import { contentSigned } from '../../domain/trail/signed.ts'
import { labSwarm } from '../../scripts/demo/companies.ts'
import { openDialog, password, signIn } from './pages.ts'

const headers = { 'X-Requested-With': 'XMLHttpRequest' }
const run = readFileSync(
  new URL('../fixtures/files/RDES_v1_0_example_amplification.tsv', import.meta.url),
  'utf8',
)

/** An administrator imports and signs an analysis and requests its certificate, by the calls. */
async function requestCertificate(page: Page, name: string): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await page.request.post(`/v3${path}`, { headers, ...body })
    expect(answer.ok(), path).toBe(true)
    return ((await answer.json()) as { data: { uuid: string } }).data
  }
  await ask('/session/login', { data: { username: 'admin@aurora.example', password } })
  const fields = {
    uuid: crypto.randomUUID(),
    name,
    swarm_uuid: labSwarm,
    recipe_uuid: null,
    run: 0,
  }
  // Header and six wells: read and computed in a moment.
  const buffer = Buffer.from(run.split('\n').slice(0, 7).join('\n'))
  const file = { name: 'example.tsv', mimeType: 'text/tab-separated-values', buffer }
  const made = await ask('/analysis/import', {
    multipart: { fields: JSON.stringify(fields), file },
  })
  const record_hash = createHash('sha256')
    .update(canonicalJson(contentSigned({ ...made })))
    .digest('hex')
  const signature = { password, meaning: 'authorship', comment: '', record_hash }
  await ask(`/analysis/validate/${made.uuid}`, { data: signature })
  const { uuid } = await ask('/certificates/create', {
    data: { analysis_uuid: made.uuid, note: 'For the dairy' },
  })
  await ask(`/certificates/request/${uuid}`, { data: {} })
}

/** Opens the panel of a certificate by the keyboard alone. */
async function openCertificate(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name)
  const grid = page.getByRole('grid', { name: 'Certificates to review' })
  // Keys that come before the rows open nothing.
  await expect(grid.getByText(name).first()).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('For the dairy')).toBeVisible()
  return panel
}

test('[PERM-031] [SCREEN-058] [ROUTE-038] a reviewer issues a certificate by signing, and rejects another with a reason', async ({
  page,
  browser,
}) => {
  const word = Date.now()
  const administrator = await browser.newPage()
  await requestCertificate(administrator, `Good ${word}`)
  await requestCertificate(administrator, `Bad ${word}`)
  await administrator.close()
  await signIn(page, 'manager')
  await page.getByRole('link', { name: 'Certificates' }).click()

  const good = await openCertificate(page, `Good ${word}`)
  await expect(good.getByRole('table', { name: 'Results' })).toContainText('detected')
  await good.getByRole('button', { name: 'Issue…' }).click()
  const dialog = openDialog(page)
  await expect(dialog.getByText('Amina Haddad').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign and issue' }).click()
  await expect(dialog.getByText('Say what your signature means')).toBeVisible()
  await expect(dialog.getByText('Type your password to sign')).toBeVisible()
  await dialog.getByLabel(/^Meaning/).selectOption('approval')
  await dialog.getByLabel(/^Password/).fill('not my password')
  await dialog.getByRole('button', { name: 'Sign and issue' }).click()
  await expect(dialog.getByText('That is not your password.')).toBeVisible()
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: 'Sign and issue' }).click()
  await expect(good.getByText(/^Issued by Marco Bellini on .* — Approval\.$/)).toBeVisible()
  await expect(good.getByRole('button', { name: 'Issue…' })).toHaveCount(0)
  await good.press('Escape')

  const bad = await openCertificate(page, `Bad ${word}`)
  await bad.getByRole('button', { name: 'Reject…' }).click()
  await openDialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(openDialog(page).getByText('Give a reason')).toBeVisible()
  await openDialog(page)
    .getByLabel(/^Reason/)
    .fill('a control has failed')
  await openDialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(bad.getByText('a control has failed')).toBeVisible()
  await bad.press('Escape')

  // Neither waits any more; each is found by its status.
  await expect(page.getByText(/^(Nothing|0 rows|0 of .*)$/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Issued/ }).click()
  await page.getByRole('searchbox', { name: 'Filter' }).fill(String(word))
  await expect(page.getByRole('grid').getByText(`Good ${word}`)).toBeVisible()
  await expect(page.getByRole('grid').getByText(`Bad ${word}`)).toHaveCount(0)
  await page.getByRole('button', { name: /^Rejected/ }).click()
  await expect(page.getByRole('grid').getByText(`Bad ${word}`)).toBeVisible()
})

test('[ROUTE-038] who does not hold the permission is told so, and has no entry for it', async ({
  page,
}) => {
  await signIn(page, 'operator')
  await expect(page.getByRole('link', { name: 'Certificates' })).toHaveCount(0)
  await page.goto('/reviewer')
  await expect(page.getByText("You're not authorized to access this resource")).toBeVisible()
  await expect(page.getByText('certificates.search', { exact: true })).toBeVisible()
})

test('who holds it but is no reviewer looks on, and is told why', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/reviewer?status=all')
  await expect(page.getByText('only reviewers issue or reject them')).toBeVisible()
})
