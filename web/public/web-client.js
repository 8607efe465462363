// The web client script: opens a session for the visitor of a page and tells the page its state. No longer recommended: redirecting
// to open_url needs no script. The script learns only the state, and cannot prove it: for a proof, a backend calls session.get.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const ends = ['FAILED', 'ABORTED', 'REJECTED', 'APPROVED'];

  function session(token) {
    const stop = new AbortController();
    const self = {
      /** Called with each new state, the first one included. */
      onstate: undefined,
      /** Opens the session in a new tab; on a phone, the link opens the app. */
      open({ redirect_url } = {}) {
        const url = new URL('/open', origin);
        url.searchParams.set('token', token);
        if (redirect_url) url.searchParams.set('redirect_url', redirect_url);
        window.open(url, '_blank', 'noopener');
      },
      close: () => stop.abort(),
    };
    follow(token, stop.signal, (state) => self.onstate?.(state)).catch(() => {
      // Closed.
    });
    return self;
  }

  /** Polls every 2 s at first, waits 10% longer after each unchanged response, at most 30 s, and pauses in a hidden tab. */
  async function follow(token, signal, onState) {
    let state;
    for (let unchanged = 0; !ends.includes(state); unchanged++) {
      const answer = await ask(token, signal).catch(() => state);
      signal.throwIfAborted();
      if (answer !== state) {
        state = answer;
        unchanged = 0;
        onState(state);
        if (ends.includes(state)) return;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(2000 * 1.1 ** unchanged, 30_000)));
      await visible();
      signal.throwIfAborted();
    }
  }

  async function ask(token, signal) {
    const headers = { 'content-type': 'application/json' };
    // On pages of the service itself, the CSRF cookie is repeated in a header. Calls from other sites have no cookie.
    const cookie = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
    if (cookie && location.origin === origin) headers['x-xsrf-token'] = cookie;
    const body = JSON.stringify({ token });
    const response = await fetch(`${origin}/api/v1/reader.state`, { method: 'POST', headers, body, signal });
    if (!response.ok) throw new Error(`reader.state answered with status ${response.status}`);
    return (await response.json()).state;
  }

  function visible() {
    if (!document.hidden) return undefined;
    return new Promise((resolve) => {
      document.addEventListener('visibilitychange', function look() {
        if (document.hidden) return;
        document.removeEventListener('visibilitychange', look);
        resolve();
      });
    });
  }

  window.SigillWeb = { session };
})();
