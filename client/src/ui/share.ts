/** Hand a link on: the device's own way where there is one, else the clipboard. */
export async function share(title: string, url: string): Promise<'shared' | 'copied' | 'failed'> {
  const touch = matchMedia('(pointer: coarse)').matches
  if (touch && typeof navigator.share === 'function') {
    return navigator.share({ title, url }).then(
      () => 'shared' as const,
      () => 'failed' as const,
    )
  }
  return copy(url)
}

export async function copy(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return copyTheOldWay(text)
  }
}

/** Pages on a plain http address of the local network have no clipboard of their own. */
function copyTheOldWay(text: string): 'copied' | 'failed' {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done ? 'copied' : 'failed'
}
