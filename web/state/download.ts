import type { Call, CallArguments, CallFile } from '../../domain/call.ts'
import { call } from '../client/call.ts'
import { saveFile } from '../client/save-file.ts'
import { showErrors } from './show-errors.ts'

/**
 * Save the file that a call returns as a browser download.
 * @throws the error of the call, after showing it as a notification (spec §8 "Blob errors").
 */
export async function download<Row extends Call & { reply: 'blob' }>(
  row: Row,
  parts: CallArguments<Row>,
  otherwise: string,
): Promise<void> {
  try {
    saveFile((await call(row, parts)) as CallFile, otherwise)
  } catch (error) {
    showErrors(error)
    throw error
  }
}
