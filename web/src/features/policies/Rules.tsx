import type { AccountPolicy } from '@sigill/sdk/portal';
import { useRuleSentences } from './policy-words';

export function Rules({ rules }: Pick<AccountPolicy, 'rules'>) {
  const sentences = useRuleSentences();
  return (
    <ul className="list-disc space-y-1 ps-5 text-sm">
      {sentences(rules).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
