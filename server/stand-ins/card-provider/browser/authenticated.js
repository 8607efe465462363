if (window.parent !== window) window.parent.postMessage({ card_provider: 'authenticated' }, '*');
