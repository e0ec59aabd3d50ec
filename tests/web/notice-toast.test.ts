import { expect, test } from 'vitest'
import type { DeviceNotice } from '../../domain/live/event.ts'
import { noticeToast } from '../../web/state/notice-toast.ts'

const notice = (kind: DeviceNotice['kind'], text = ''): DeviceNotice => ({
  kind,
  analysis_uuid: null,
  text,
})

test('[ERR-022] an event is shown with the name of its device', () => {
  expect(noticeToast(notice('run_started'), 'bCUBE Nord', false)).toEqual({
    kind: 'info',
    text: 'bCUBE Nord: the run has started.',
  })
  expect(noticeToast(notice('error', 'Optics blocked'), 'bCUBE Nord', false)).toEqual({
    kind: 'error',
    text: 'bCUBE Nord: Optics blocked',
  })
})

test('[ERR-023] an event of a gateway has a caption that names the device, or says that it is unknown', () => {
  expect(noticeToast(notice('error', 'Cycler switched off'), 'bGATE Riva', true)).toEqual({
    kind: 'error',
    text: 'Cycler switched off',
    caption: 'bGATE Riva',
  })
  // Write a sentence, since the device sends the name of the run that it starts, which alone says nothing.
  expect(noticeToast(notice('run_started', 'Plate 12'), 'bGATE Riva', true).text).toBe(
    'bGATE Riva: the run has started.',
  )
  expect(noticeToast(notice('lid_opened'), undefined, true)).toEqual({
    kind: 'info',
    text: 'Unknown device: the lid was opened.',
    caption: 'Unknown device',
  })
})
