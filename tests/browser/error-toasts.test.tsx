// Replace `fetch`, whose answers are tested: no service runs beside these tests.
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as v from 'valibot'
import { get, post } from '../../domain/call.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { assetCalls } from '../../domain/calls/assets.ts'
import { Fault, type FaultCode } from '../../domain/fault.ts'
import { call, keepSessionWith } from '../../web/client/call.ts'
import { errorTexts } from '../../web/i18n/faults.ts'
import { Button } from '../../web/parts/button/Button.tsx'
import { Field } from '../../web/parts/form/Field.tsx'
import { Notice } from '../../web/parts/notice/Notice.tsx'
import { ToastRegion } from '../../web/parts/toast/ToastRegion.tsx'
import { NotFoundScreen } from '../../web/screens/errors/NotFoundScreen.tsx'
import { ResultsScreen } from '../../web/screens/results/ResultsScreen.tsx'
import { download } from '../../web/state/download.ts'
import { showErrors } from '../../web/state/show-errors.ts'
import { dismissToast, forgetMessages, toasts } from '../../web/state/toasts.ts'
import { useSending } from '../../web/state/use-sending.ts'
import { mount } from './mount.tsx'

const list = get('/devices/list', { needs: null, data: v.unknown() })
const file = post('/analysis/export/:id', {
  needs: null,
  params: v.object({ id: v.string() }),
  reply: 'blob',
})
const notebook = analysisCalls.getNotebook
const asset = assetCalls.autoTest
const region = assetCalls.roi

let answer: () => Promise<Response>

beforeEach(() => {
  keepSessionWith({ refresh: async () => false, who: () => null })
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => answer())
})
afterEach(() => {
  forgetMessages()
  vi.restoreAllMocks()
})

const refuse =
  (status: number, ...errors: { code: string; message: string; reason?: string }[]) =>
  async () =>
    Response.json({ ok: false, errors }, { status })

async function failureOf(made: Promise<unknown>): Promise<unknown> {
  return made.then(
    () => expect.unreachable('it went through'),
    (error: unknown) => error,
  )
}

const shown = () => toasts.value.map(({ kind, text }) => [kind, text])

describe('a refusal of the service', () => {
  test('[ERR-002] each message of an answer is a notification of its own, as a fault', async () => {
    answer = refuse(
      422,
      { code: 'invalid', message: '', reason: 'required' },
      { code: 'taken', message: '', reason: 'username_taken' },
    )
    showErrors(await failureOf(call(list, {})))
    expect(toasts.value).toHaveLength(2)
    expect(toasts.value.every(({ kind, stays }) => kind === 'error' && stays === undefined)).toBe(
      true,
    )
    mount(<ToastRegion toasts={toasts.value} onDismiss={dismissToast} />)
    const region = page.getByRole('region', { name: 'Notifications' })
    for (const { text } of toasts.value) {
      await expect.element(region.getByText(text, { exact: true })).toBeVisible()
    }
  })

  test('[ERR-003] the path of the call is shown above it where the product is worked on, and nowhere else', async () => {
    answer = refuse(409, { code: 'refused', message: '' })
    const failure = await failureOf(call(list, {}))
    for (const environment of ['staging', 'qa', 'development']) {
      showErrors(failure, environment)
      expect(toasts.value[0]?.caption, environment).toBe('/devices/list')
      forgetMessages()
    }
    showErrors(failure, 'production')
    expect(toasts.value).toHaveLength(1)
    expect(toasts.value[0]?.caption).toBeUndefined()
  })

  test('[ERR-010] the text of a 403 is shown', async () => {
    answer = refuse(403, { code: 'forbidden', message: '', reason: 'permission_missing' })
    showErrors(await failureOf(call(list, {})))
    expect(shown()).toEqual([['error', 'Your profile does not allow this.']])
  })

  test('[ERR-016] a missing answer is shown', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    showErrors(await failureOf(call(list, {}, { once: true })))
    expect(shown()).toEqual([['error', expect.stringContaining('The service does not answer')]])
  })
})

describe('files', () => {
  const ask = () => download(file, { params: { id: '1' } }, 'results.csv')

  test('[ERR-011] a file that is refused is shown, and the promise is rejected', async () => {
    answer = refuse(409, { code: 'refused', message: '', reason: 'validated' })
    expect(await failureOf(ask())).toBeInstanceOf(Fault)
    expect(shown()).toEqual([['error', expect.stringContaining('cannot be modified')]])
  })

  test('[ERR-012] an export that is answered by something else shows the words of its status', async () => {
    answer = async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' })
    await failureOf(ask())
    expect(shown()).toEqual([['error', 'Error: the export failed (Bad Gateway).']])
    forgetMessages()
    answer = async () => new Response('<html>', { status: 502 })
    await failureOf(ask())
    expect(shown()).toEqual([['error', 'Error: the export failed (502).']])
  })

  test('[ERR-013] a 500 of an export is written to the console, others are not', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answer = async () => new Response('', { status: 502 })
    await failureOf(ask())
    expect(log).not.toHaveBeenCalled()
    answer = async () => new Response('', { status: 500, statusText: 'Internal Server Error' })
    await failureOf(ask())
    expect(log).toHaveBeenCalledWith('/analysis/export/:id: 500 Internal Server Error')
  })
})

test('house B5: [ERR-014] [ERR-015] a call that the contract names silent, asked for beside a page, fails without a message', async () => {
  answer = refuse(404, { code: 'not_found', message: '' })
  showErrors(await failureOf(call(notebook, { params: { id: '1' } })))
  for (const row of [asset, region]) {
    showErrors(await failureOf(call(row, { params: { a: '1', b: 'lamp.png' } })))
  }
  expect(toasts.value).toEqual([])
  showErrors(await failureOf(call(list, {})))
  expect(toasts.value).toHaveLength(1)
})

test('[ERR-032] [ERR-033] [ERR-049] [ERR-050] texts of the specification are shown word for word', () => {
  const told = (code: FaultCode) => errorTexts(new Fault(code, ''))[0]
  expect(told('session_expired')).toBe('Session expired! Login again.')
  expect(told('timeout')).toMatch(/^Timeout Error/)
  expect(told('wrong_region')).toMatch(/^Error invalid region/)
  expect(told('internal')).toMatch(/^Something went wrong/)
  expect(errorTexts(new TypeError('x is undefined'))[0]).toMatch(/^Something went wrong/)
})

function SmallForm() {
  const [name, setName] = useState('')
  const sending = useSending(['name'])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void sending.send(name !== '', async () => undefined)
      }}
    >
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <Field label="Name" value={name} onChange={setName} />
      <Button type="submit">Save</Button>
    </form>
  )
}

test('[ERR-051] a form that lacks something is not sent and says so', async () => {
  mount(<SmallForm />)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Current form is invalid', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nora')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByText('Current form is invalid', { exact: false }))
    .not.toBeInTheDocument()
})

test('[ERR-034] a list that cannot be fetched says so and can be asked for again', async () => {
  answer = refuse(409, { code: 'refused', message: '' })
  mount(<ResultsScreen />)
  await expect.element(page.getByText('An error occurred while fetching data.')).toBeVisible()
  answer = async () => Response.json({ ok: true, data: { data: [], pages: 0, total: 0 } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'No results yet' })).toBeVisible()
})

test('[ERR-072] [ROUTE-050] the page of an address that is nowhere says so and leads home', async () => {
  mount(<NotFoundScreen />)
  await expect
    .element(page.getByRole('heading', { name: 'Page not found', level: 1 }))
    .toBeVisible()
  await expect.element(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/')
})
