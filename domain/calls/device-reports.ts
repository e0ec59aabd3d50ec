import * as v from 'valibot'
import { post } from '../call.ts'
import { AutoTest } from '../entities/auto-test.ts'
import { DeviceInfo, DeviceLog, DeviceMessage, keptLogs } from '../entities/device-report.ts'
import { Uuid, Version } from '../fields.ts'

/**
 * Reports of a device beside its runs (ours). Like its other calls each may be repeated without harm: messages and
 * self-tests count once by their uuid, info and the list of logs replace the earlier ones.
 */
export const deviceReportCalls = {
  info: post('/device/info', {
    needs: null,
    caller: 'device',
    body: DeviceInfo,
    data: v.strictObject({}),
  }),
  messages: post('/device/messages', {
    needs: null,
    caller: 'device',
    body: v.strictObject({
      messages: v.pipe(
        v.array(v.omit(DeviceMessage, ['device_uuid'])),
        v.minLength(1),
        v.maxLength(50),
      ),
    }),
    data: v.strictObject({ kept: v.number() }),
  }),
  logs: post('/device/logs', {
    needs: null,
    caller: 'device',
    body: v.strictObject({ logs: v.pipe(v.array(DeviceLog), v.maxLength(keptLogs)) }),
    data: v.strictObject({}),
  }),
  /** Measure the way up to the service: what is sent is counted and thrown away. */
  uploadCheck: post('/device/upload_check', {
    needs: null,
    caller: 'device',
    body: v.strictObject({ filler: v.pipe(v.string(), v.maxLength(256 * 1024)) }),
    data: v.strictObject({ bytes: v.number() }),
  }),
  /** Every part of the form beside `fields` is a picture; its file name is the name it is read by. */
  autoTest: post('/device/autotest', {
    needs: null,
    caller: 'device',
    send: 'multipart',
    body: v.objectWithRest(
      {
        ...v.pick(AutoTest, ['uuid', 'name', 'outcome', 'ran_at', 'values']).entries,
        bkernel_version: Version,
      },
      v.file(),
    ),
    data: v.strictObject({ uuid: Uuid }),
  }),
}
