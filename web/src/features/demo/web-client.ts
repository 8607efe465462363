import type { SessionState } from '@sigill/sdk/portal';

/** What the published script /web-client.js adds to a page. */
export type WebClient = {
  session: (token: string) => {
    open: (options?: { redirect_url?: string }) => void;
    close: () => void;
    onstate?: (state: SessionState) => void;
  };
};

declare global {
  interface Window {
    SigillWeb?: WebClient;
  }
}

/** Loads the script by its address, as a customer's page would. */
export function loadWebClient(): Promise<WebClient> {
  return new Promise((resolve, reject) => {
    if (window.SigillWeb) return resolve(window.SigillWeb);
    const script = document.createElement('script');
    script.src = '/web-client.js';
    script.onload = () => (window.SigillWeb ? resolve(window.SigillWeb) : reject(new Error('The script did not run.')));
    script.onerror = () => reject(new Error('The script could not be loaded.'));
    document.head.append(script);
  });
}
