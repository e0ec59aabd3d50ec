import * as v from 'valibot'
import { post } from '../call.ts'
import { Instrument, instrument } from '../entities/instrument.ts'
import { Uuid } from '../fields.ts'
import { createFormRow, deleteAction, editRow, getRow, searchRow } from './record-rows.ts'

const { name, serial_no, type_uuid, device_uuid, status } = Instrument.entries

export const instrumentCalls = {
  search: searchRow(instrument),
  get: getRow(instrument),
  createForm: createFormRow(instrument, 'instruments.create'),
  /** The creating call (decisions D24). */
  issue: post('/instruments/issue', {
    needs: 'instruments.create',
    body: v.strictObject({
      uuid: v.optional(Uuid),
      name,
      serial_no,
      type_uuid,
      device_uuid: v.optional(device_uuid),
      status: v.optional(status),
    }),
    data: Instrument,
  }),
  edit: editRow(instrument, 'instruments.edit', {
    name,
    serial_no,
    type_uuid,
    device_uuid,
    status,
  }),
  delete: deleteAction(instrument, 'instruments.delete'),
}
