// Copying and sharing. Plain http from another machine has neither the clipboard nor sharing, so
// there is always the old way: a selected text field.

export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copySelected(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

export async function shareText(title: string, text: string, url?: string): Promise<void> {
  try {
    await navigator.share(url === undefined ? { title, text } : { title, text, url });
  } catch {
    // Closed by the person: nothing to do.
  }
}

export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
