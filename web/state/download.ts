import type { Call, CallArguments, CallFile } from '../../domain/call.ts'
import { call } from '../client/call.ts'
import { saveFile } from '../client/save-file.ts'
import { showErrors } from './show-errors.ts'

/**
 * Gives the file that a call answers to the browser's downloads.
 * @throws what the call threw, after it was told as a notification (spec §8 "Blob errors").
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
