// The surrounding page has given up the focus. This page takes it, so that keys do not reach a card field.
document.querySelector('h1').focus();

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') document.querySelector('#fail').click();
});
