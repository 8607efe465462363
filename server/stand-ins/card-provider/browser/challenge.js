// The surrounding page has taken the focus from the card fields. Moving it into this frame keeps keystrokes out of them.
document.querySelector('h1').focus();

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') document.querySelector('#fail').click();
});
