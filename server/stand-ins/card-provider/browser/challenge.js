// The page around this one has given up the focus. It is taken here, so that keys come here and not to a card field.
document.querySelector('h1').focus();

// Escape refuses, wherever on the page the focus is.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') document.querySelector('#fail').click();
});
