import * as v from 'valibot'
import { get } from '../call.ts'
import { FileName, Uuid } from '../fields.ts'

/** Record and file name (decisions D41). A missing picture is an absent image, not a message (spec §8). */
function assetRow<const Path extends string>(path: Path) {
  return get(path, {
    needs: 'products.details',
    params: v.strictObject({ a: Uuid, b: FileName }),
    reply: 'blob',
    silent: true,
  })
}

export const assetCalls = {
  /** A picture of a device's self-test: the test's id and the name of the file. */
  autoTest: assetRow('/autotests/assets/get/:a/:b'),
  /** A picture with the wells that a calibration found: the device's id and the name of the file. */
  roi: assetRow('/bcubes/assets/rois/get/:a/:b'),
}
