import { Suspense, useEffect, useState } from 'react';
import { askForProofWith, leadToSetUpWith } from '../../api/fresh-proof';
import { lazyPart } from '../../api/later';
import { localeOf, withLocale } from '../../i18n/locale';
import { useNavigation } from '../navigation/navigation-context';

const FreshProofDialog = lazyPart(async () => (await import('./FreshProofDialog')).default);

export function FreshProof() {
  const { go } = useNavigation();
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();
  useEffect(
    () =>
      askForProofWith(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (isProven: boolean) => {
              setAnswer(undefined);
              resolve(isProven);
            });
          }),
      ),
    [],
  );
  useEffect(() => leadToSetUpWith(() => go(withLocale('/sign-in-security', localeOf(location.pathname)))), [go]);
  if (!answer) return null;
  return (
    <Suspense fallback={null}>
      <FreshProofDialog onAnswer={answer} />
    </Suspense>
  );
}
