import type { Analysis } from '../../domain/entities/analysis.ts'
import type { AccountContext } from '../context.ts'
import { unwrap } from '../outcome.ts'

/**
 * Return the device of a run as files name it: its name with its serial number, also of one that has left the company. A run that was
 * planned on an instrument beside a gateway is named by that instrument in `nameInstrument`.
 */
export async function nameDevice(
  { own, by }: Pick<AccountContext, 'own' | 'by'>,
  uuid: string | null,
): Promise<string | null> {
  return uuid === null ? null : await unwrap(own.ask({ name: 'deviceLabel', uuid }, by.sight))
}

/** Return what measured a run, for formats with one field for it: the instrument, or else the device; empty for neither. */
export async function nameInstrument(
  context: Pick<AccountContext, 'own' | 'by'>,
  { source, instrument, device_uuid }: Pick<Analysis, 'source' | 'instrument' | 'device_uuid'>,
): Promise<string> {
  if (source) return source.instrument
  if (instrument) return `${instrument.name} (${instrument.serial_no})`
  return (await nameDevice(context, device_uuid)) ?? ''
}
