import { IdentityReader, type InstallationStorage, nfcTransport, textsFor } from '@sigill/react-native';
import * as camera from 'expo-camera';
import Constants from 'expo-constants';
import * as Crypto from 'expo-crypto';
import { useKeepAwake } from 'expo-keep-awake';
import * as SecureStore from 'expo-secure-store';
import { useEffect, useState } from 'react';
import { Linking, Platform, StyleSheet, Text, useColorScheme } from 'react-native';
import NfcManager, { NfcError } from 'react-native-nfc-manager';
import { SafeAreaProvider, SafeAreaView } from 'react-native-safe-area-context';

// The settings of app.config.ts, bundled into the app.
const config = Constants.expoConfig!;
const service: string = config.extra!['service'];
const version = config.version!;
const platform = Platform.OS === 'ios' ? 'IOS' : 'ANDROID';
const nfc = nfcTransport(NfcManager, { platform: Platform.OS, errors: NfcError });
const storage: InstallationStorage = { getItem: SecureStore.getItemAsync, setItem: SecureStore.setItemAsync };
const texts = textsFor(Intl.DateTimeFormat().resolvedOptions().locale);

export function App() {
  const token = useTokenOfLink();
  const dark = useColorScheme() === 'dark';
  const [left, setLeft] = useState<string>();
  useKeepAwake();
  return (
    <SafeAreaProvider>
      <SafeAreaView style={[styles.page, { backgroundColor: dark ? '#0e1214' : '#fbfaf6' }]}>
        {token && token !== left ? (
          <IdentityReader
            service={service}
            token={token}
            nfc={nfc}
            camera={camera}
            platform={platform}
            app_version={version}
            texts={texts}
            storage={storage}
            getRandomValues={Crypto.getRandomValues}
            onDone={() => setLeft(token)}
          />
        ) : (
          <Text style={[styles.empty, { color: dark ? '#e8ecea' : '#15191c' }]}>
            {texts.locale === 'es'
              ? 'Abre el enlace que has recibido para verificar tu identidad.'
              : 'Open the link you received to verify your identity.'}
          </Text>
        )}
      </SafeAreaView>
    </SafeAreaProvider>
  );
}

/** The token of the session, from the link `https://SERVICE/open?token=…` or `sigill://open?token=…`. */
function tokenOfLink(link: string | null): string | undefined {
  // A link can hold anything; the service decides whether the session exists.
  return /[?&]token=([\w.-]{1,200})(?:[&#]|$)/.exec(link ?? '')?.[1];
}

function useTokenOfLink(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = (link: string | null) => setToken((before) => tokenOfLink(link) ?? before);
    void Linking.getInitialURL().then(take);
    const coming = Linking.addEventListener('url', ({ url }) => take(url));
    return () => coming.remove();
  }, []);
  return token;
}

const styles = StyleSheet.create({
  page: { flex: 1 },
  empty: { margin: 24, fontSize: 17, lineHeight: 26 },
});
