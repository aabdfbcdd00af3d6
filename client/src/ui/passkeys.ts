/** Keys that this device keeps for the site, in place of a password. */
import type { Me, PasskeyInfo, PasskeyOptions } from '../generated/api'
import { post } from '../net/http'

/** Browsers have them on secure origins and on localhost, and never for an address in numbers. */
export const possible = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(location.hostname)

export async function makePasskey(password: string, label: string): Promise<PasskeyInfo> {
  const { options, state } = await post<PasskeyOptions>('/me/passkeys/options', { password })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return post('/me/passkeys', { state, credential: made.toJSON(), label })
}

export async function logInByPasskey(takeGames: boolean): Promise<Me> {
  const { options, state } = await post<PasskeyOptions>('/sessions/passkey/options', undefined)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  return post('/sessions/passkey', { state, credential: shown.toJSON(), take_games: takeGames })
}
