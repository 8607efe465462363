// The page around this one hands over the focus; this page takes it, so that keys come here and not to a card field.
document.querySelector('h1').focus();

// Escape on the bank's page is a no, wherever the focus is.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') document.querySelector('#fail').click();
});
