import type { Geolocation } from '../../../../domain/entities/company.ts'

const withinMs = 15_000

/** Where this machine is, asked of the browser; null where it does not know or is not allowed to say. */
export function findPosition(): Promise<Geolocation | null> {
  return new Promise((resolve) => {
    const { geolocation } = navigator as Partial<Navigator>
    if (!geolocation) return resolve(null)
    // Not where the page is not secure, nor where the person or the browser's settings say no.
    geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ latitude: round(coords.latitude), longitude: round(coords.longitude) }),
      () => resolve(null),
      { timeout: withinMs, maximumAge: 60_000 },
    )
  })
}

/** To about ten metres. */
function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}
