import { type RefObject, useEffect, useRef } from 'react'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { openScanner } from '../../../workers/scan/open-scanner.ts'

/** So long between two looks at the picture: often enough for a steady hand, and the page stays free. */
const lookEveryMs = 120
/** More pixels than this make no label easier to read. */
const widest = 1280
/** Number of unreadable pictures, one after the other, after which the person receives an error. */
const mostFailures = 3

/** Look for codes in the picture while `on`, one look at a time, and tell each that it sees. */
export function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  on: boolean,
  { onCode, onBroken }: { onCode: (text: string) => void; onBroken: () => void },
): void {
  const tell = useRef({ onCode, onBroken })
  useEffect(() => {
    tell.current = { onCode, onBroken }
  }, [onCode, onBroken])
  useEffect(() => {
    if (!on) return undefined
    const scanner = openScanner(wasmUrl)
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    let failures = 0
    const look = async () => {
      const picture = await takePicture(video.current)
      const found = picture && (await scanner.read(picture))
      failures = 0
      if (found && !over) tell.current.onCode(found.text)
    }
    const fail = () => {
      failures += 1
      if (failures === mostFailures && !over) tell.current.onBroken()
    }
    const next = () => {
      if (over) return
      timer = setTimeout(() => void look().catch(fail).finally(next), lookEveryMs)
    }
    next()
    return () => {
      over = true
      clearTimeout(timer)
      scanner.close()
    }
  }, [video, on])
}

async function takePicture(video: HTMLVideoElement | null): Promise<ImageBitmap | null> {
  if (!video || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return null
  return width <= widest
    ? createImageBitmap(video)
    : createImageBitmap(video, {
        resizeWidth: widest,
        resizeHeight: Math.round((height * widest) / width),
      })
}
