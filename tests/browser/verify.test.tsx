import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VerifyScreen } from '../../web/screens/verify/VerifyScreen.tsx'
import anchor from '../fixtures/trail/anchors/000000000000038.note?raw'
import key from '../fixtures/trail/key.txt?raw'
import trail from '../fixtures/trail/laboratory.bapp-trail.jsonl?raw'
import record from '../fixtures/trail/signed-run.bapp-record.json?raw'
import { mount } from './mount.tsx'

const input = page.getByLabelText('Exported file')
const fileOf = (text: string, name: string): File => new File([text], name)

test('a signed record is checked in the page: the verdict, who signed, and each step', async () => {
  mount(<VerifyScreen />)
  await userEvent.upload(input, fileOf(record, 'signed-run.bapp-record.json'))
  await expect
    .element(page.getByText('This record is unchanged since it was signed and recorded.'))
    .toBeVisible()
  await expect
    .element(page.getByText('Manager Müller-Ångström, approval', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByText('Compare it with the one you were given', { exact: false }))
    .toBeVisible()
  expect(page.getByText('failed').elements()).toHaveLength(0)
})

test('a trail with its anchors, against the key that one has', async () => {
  mount(<VerifyScreen />)
  await page.getByText('More to check against').click()
  await page.getByLabelText('Public key').fill(key)
  await userEvent.upload(input, [fileOf(trail, 'a.jsonl'), fileOf(anchor, '38.note')])
  await expect
    .element(page.getByText('This audit trail is complete', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByText('Verified against the public key you provided.'))
    .toBeVisible()
  await expect
    .element(page.getByText('agrees with the checkpoints kept outside', { exact: false }))
    .toBeVisible()
})

test('a change is named with its place', async () => {
  mount(<VerifyScreen />)
  await userEvent.upload(input, fileOf(trail.replace('"S1"', '"S2"'), 'bent.jsonl'))
  await expect
    .element(page.getByText('This file failed verification.', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByText('The entry was changed after it was written.', { exact: false }))
    .toBeVisible()
})

test('first-use H12: a file of another kind is named as one, and a bent proof is not', async () => {
  mount(<VerifyScreen />)
  await userEvent.upload(input, fileOf('Well,Cq\nA1,24.3\n', 'results.csv'))
  await expect.element(page.getByText('This is not a proof file', { exact: false })).toBeVisible()
  expect(document.body.textContent).not.toContain('failed verification')
  await userEvent.upload(input, fileOf(record.slice(1), 'signed-run.bapp-record.json'))
  await expect
    .element(page.getByText('This file failed verification.', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByText('The file is not of this kind', { exact: false }))
    .toBeVisible()
})
