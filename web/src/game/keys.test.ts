import { afterEach, describe, expect, it } from 'vitest';
import { commandOf, historyCommandOf } from './keys';

afterEach(() => document.body.replaceChildren());

/** What a key means when it is pressed on an element. */
function press(key: string, html = '<button></button>', more: KeyboardEventInit = {}) {
  document.body.innerHTML = html;
  const target = document.body.querySelector('button, input, g, svg') ?? document.body;
  let heard: KeyboardEvent | undefined;
  addEventListener('keydown', (event) => (heard = event), { once: true });
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  if (!heard) throw new Error('nothing was heard');
  return { history: historyCommandOf(heard), command: commandOf(heard) };
}

describe('keys', () => {
  it('go through the moves', () => {
    expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Escape', '['].map((key) => press(key).history)).toEqual([
      'previous',
      'next',
      'first',
      'present',
      'present',
      'previous',
    ]);
  });

  it('leave arrows to boards and graphs, and everything to fields', () => {
    const grid = '<svg role="grid"><g></g></svg>';
    expect(press('ArrowLeft', grid).history).toBeNull();
    expect(press('Escape', grid).history).toBe('present');
    expect(press('ArrowLeft', '<svg role="slider"></svg>').history).toBeNull();
    expect(press('u', '<input>').command).toBeNull();
    expect(press('ArrowLeft', '<input>').history).toBeNull();
    expect(press('u', undefined, { ctrlKey: true }).command).toBeNull();
  });
});
