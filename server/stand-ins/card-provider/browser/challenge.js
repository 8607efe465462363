// The page around this frame has blurred its focus. Taking it here keeps keystrokes out of the card fields.
document.querySelector('h1').focus();

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') document.querySelector('#fail').click();
});
