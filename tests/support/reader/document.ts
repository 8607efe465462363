/** A DOM document for components, in a process that is otherwise plain Node. Import it before any module that checks for `document`. */
import { Window } from 'happy-dom';

const window = new Window({ url: 'https://app.example/' });
const { document, HTMLElement, Node, ShadowRoot } = window;
const requestAnimationFrame = window.requestAnimationFrame.bind(window);
const cancelAnimationFrame = window.cancelAnimationFrame.bind(window);

Object.assign(globalThis, {
  window,
  document,
  HTMLElement,
  Node,
  ShadowRoot,
  requestAnimationFrame,
  cancelAnimationFrame,
});
