import Papa from 'papaparse'
import * as v from 'valibot'
import { SampleOrder } from '../../../../domain/entities/sample-order.ts'
import type { Problem } from '../left-out.ts'

/** One order of a message, as a row of the list that it becomes. Texts are empty where the message has none. */
export interface OrderLine {
  form: SampleOrder['form']
  specimen: string
  /** Authority that gave the specimen its number, if the message names it: numbers of two laboratories may be alike. */
  authority: string
  number: string
  code: string
  system: string
  test: string
  reference: string
  /** Type of the sample in words; empty for a patient's specimen. */
  type: string
  /** Reason that no sample may be made of it; null if one may. */
  refused: Problem | null
}

/** Headers of columns that show what the message has; they are no columns of a list of samples. */
export const shownHeaders = ['Order', 'Test code'] as const

/** Headers of the list that orders become. */
const headers = ['Sample', 'Application', 'Sample type', ...shownHeaders]

/** Write orders as a list of samples, so that a person sees, mends and skips them like the rows of any list. */
export function writeOrderRows(orders: readonly OrderLine[]): string {
  const data = orders.map(({ specimen, number, code, system, test, type }) => [
    specimen,
    test || code,
    type,
    number,
    [system, code].filter(Boolean).join(' '),
  ])
  return Papa.unparse({ fields: headers, data }, { delimiter: '\t', newline: '\n' })
}

/** Return an order with what is known of it. An invalid message or entry is only a reason, so that nothing of the file is lost. */
export function refuseOrder(
  form: SampleOrder['form'],
  refused: Problem | null,
  told: Partial<OrderLine> = {},
): OrderLine {
  const blank = {
    specimen: '',
    authority: '',
    number: '',
    code: '',
    system: '',
    test: '',
    reference: '',
    type: '',
  }
  return { form, ...blank, ...told, refused }
}

/**
 * Return the order as the sample of this name keeps it; null where a number, code or reference is too long or has control
 * characters: cut, it would be that of another order.
 */
export function keepOrder(order: OrderLine, sample: string): SampleOrder | null {
  const { form, specimen, number, code, system, test, reference } = order
  const kept = v.safeParse(SampleOrder, {
    form,
    sample,
    specimen,
    number,
    ...(code && { code }),
    ...(system && { system }),
    ...(test && { test: test.slice(0, 120) }),
    ...(reference && { reference }),
  })
  return kept.success ? kept.output : null
}
