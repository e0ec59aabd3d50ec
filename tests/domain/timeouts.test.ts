import { expect, it } from 'vitest'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { callRetries, callTimeoutMs, extensionCycles } from '../../domain/catalog/limits.ts'

it('[CONST-030] a bKernel is created, edited, deleted, linked and unlinked within 60 s', () => {
  const { create, edit, delete: remove, link, unlink } = bkernelCalls
  expect([create, edit, remove, link, unlink].map(({ timeout }) => timeout)).toEqual(
    Array.from({ length: 5 }, () => 60_000),
  )
})

it('[CONST-031] the table of several analyses has 60 s to come', () => {
  expect(reportCalls.create).toMatchObject({ path: '/reports/create', timeout: 60_000 })
})

it('[CONST-028] [CONST-029] [CONST-021] the constants of calls and of a step that is extended', () => {
  expect([callTimeoutMs, callRetries, extensionCycles]).toEqual([30_000, 3, 5])
})
